"use client";

import { useQuery } from "@tanstack/react-query";
import { PencilLine, Sparkles } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { proofPath } from "@/components/data/proof-paths";
import { triggerSuiteQuery } from "@/components/data/proof-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { skillCrumbs } from "@/components/library/skill-crumbs";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NotLoaded } from "@/components/ui/not-loaded";
import { client } from "@/lib/api/client";
import { SuiteChoice } from "../suite-choice";
import { Searches, useShownSearch } from "./searches";

const ImproveDialog = dynamic(() => import("./improve-dialog").then((module) => module.ImproveDialog), {
  ssr: false,
});

/** Searches for a better description of a skill: what was tried, what it came to, and why it was refused or suggested. */
export function ImprovePage({ workspace, skill }: { workspace: string; skill: string }) {
  const detail = useQuery(skillQuery(client.library, workspace, skill));
  const suite = useQuery(triggerSuiteQuery(client.proof, workspace, skill));
  const [isChoosing, setIsChoosing] = useState(false);
  const shown = useShownSearch();
  const right = useBlockedFor("discussion.comment");
  const reason = suite.data?.cases.length === 0 ? "Write cases first: texts are judged by them." : undefined;
  const ask = () => setIsChoosing(true);
  useShortcut("i", "Improve the description", ask, { enabled: right === undefined && reason === undefined });
  const button = (
    <Button variant="primary" icon={Sparkles} onClick={ask} missingRight={right} blockedReason={reason}>
      Improve the description
    </Button>
  );
  const isLoaded = detail.data !== undefined && suite.data !== undefined;
  return (
    <Page
      top={
        <TopLine
          crumbs={skillCrumbs(workspace, skill)}
          title="Description"
          state={<SuiteChoice workspace={workspace} skill={skill} suite="improve" />}
          primary={isLoaded ? button : null}
        />
      }
    >
      {isLoaded ? (
        <Searches
          workspace={workspace}
          whose={{ skill }}
          shown={shown}
          empty={
            <EmptyState
              title="Could it be found more often?"
              action={
                <ButtonLink href={proofPath(workspace, skill, "edit")} icon={PencilLine}>
                  Edit cases
                </ButtonLink>
              }
            >
              A model writes other descriptions from the cases that are missed or stolen. Only a part of the
              cases is ever told to it; the rest decides, by real trials, with the suites of the neighbours in
              the catalogue. What is better becomes a suggestion in review. What it costs at most is said
              before.
            </EmptyState>
          }
        />
      ) : (
        <NotLoaded
          query={detail.data === undefined ? detail : suite}
          loading="Loading the skill"
          failed="The skill could not be shown"
          wholePage
        />
      )}
      {isChoosing && detail.data ? (
        <ImproveDialog
          of={{ kind: "improve", skill, agent: detail.data.agents[0]?.slug ?? "" }}
          close={() => setIsChoosing(false)}
          onStarted={shown.show}
        />
      ) : null}
    </Page>
  );
}

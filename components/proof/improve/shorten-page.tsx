"use client";

import { useQuery } from "@tanstack/react-query";
import { Scissors } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { agentPath, agentsPath } from "@/components/data/agent-paths";
import { agentQuery } from "@/components/data/agent-queries";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NotLoaded } from "@/components/ui/not-loaded";
import { client } from "@/lib/api/client";
import { Searches, useShownSearch } from "./searches";

const ImproveDialog = dynamic(() => import("./improve-dialog").then((module) => module.ImproveDialog), {
  ssr: false,
});

/** Searches for shorter descriptions of what an agent has: from how many characters to how many, and what flipped. */
export function ShortenPage({ workspace, agent }: { workspace: string; agent: string }) {
  const detail = useQuery(agentQuery(client.agents, workspace, agent));
  const [isChoosing, setIsChoosing] = useState(false);
  const shown = useShownSearch();
  const right = useBlockedFor("discussion.comment");
  const skills = detail.data?.assignments.map(({ skill }) => skill) ?? [];
  const reason = detail.data && skills.length === 0 ? "This agent has no skills yet." : undefined;
  const ask = () => setIsChoosing(true);
  useShortcut("s", "Shorten the catalogue", ask, { enabled: right === undefined && reason === undefined });
  return (
    <Page
      top={
        <TopLine
          crumbs={[
            { label: "Agents", href: agentsPath(workspace) },
            { label: detail.data?.name ?? agent, href: agentPath(workspace, agent) },
          ]}
          title="Shorten the catalogue"
          primary={
            detail.data ? (
              <Button
                variant="primary"
                icon={Scissors}
                onClick={ask}
                missingRight={right}
                blockedReason={reason}
              >
                Shorten the catalogue
              </Button>
            ) : null
          }
        />
      }
    >
      {detail.data ? (
        <Searches
          workspace={workspace}
          whose={{ agent }}
          shown={shown}
          empty={
            <EmptyState
              title="How short can the descriptions be?"
              action={
                <ButtonLink href={agentPath(workspace, agent)}>See the catalogue and its budget</ButtonLink>
              }
            >
              Every request carries all of them, and hosts cut what is too long without a word. Shorter ones
              are tried until a held-out case of a skill, or any case of a neighbour, would flip. Skills
              without enough cases stay as they are. What holds becomes a suggestion in review, skill by
              skill.
            </EmptyState>
          }
        />
      ) : (
        <NotLoaded
          query={detail}
          loading="Loading the agent"
          failed="The agent could not be shown"
          wholePage
        />
      )}
      {isChoosing ? (
        <ImproveDialog
          of={{ kind: "shorten", skill: "", agent }}
          skills={skills}
          close={() => setIsChoosing(false)}
          onStarted={shown.show}
        />
      ) : null}
    </Page>
  );
}

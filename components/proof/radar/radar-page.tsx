"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Radar } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { modelsQuery } from "@/components/data/model-queries";
import { radarRunQuery, radarRunsQuery, shownRadarRun } from "@/components/data/radar-queries";
import { settingsPath } from "@/components/data/settings-paths";
import { FootLine } from "@/components/layout/foot-line";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { replaceAddress } from "@/components/layout/replace-address";
import { TopLine } from "@/components/layout/top-line";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button, ButtonLink } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { itemsOf } from "@/components/ui/paged-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import type { RadarRunDetail } from "@/lib/radar/schema";
import { RadarCost } from "./radar-cost";
import { NoRadarRun } from "./radar-empty";
import { RadarRuns } from "./radar-runs";
import { RadarTable } from "./radar-table";
import { WinBack } from "./win-back";

const RadarDialog = dynamic(() => import("./radar-dialog").then((module) => module.RadarDialog), {
  ssr: false,
});

/** What a new model makes of the skills: unnecessary, better, harmful, and what could be won back. */
export function RadarPage({ workspace }: { workspace: string }) {
  const number = shownRadarRun(useSearchParams().get("run"));
  const runs = useInfiniteQuery(radarRunsQuery(client.radar, workspace));
  const shown = number ?? itemsOf(runs)[0]?.number ?? null;
  const run = useQuery({
    ...radarRunQuery(client.radar, workspace, shown ?? 0),
    enabled: shown !== null,
  });
  const asked = useAskedDialog();
  const blocked = useBlockedStart(workspace);
  useShortcut("r", "Try a new model", asked.open, {
    enabled: blocked.right === undefined && blocked.reason === undefined,
  });
  const button = (
    <Button
      variant="primary"
      icon={Radar}
      onClick={asked.open}
      missingRight={blocked.right}
      blockedReason={blocked.reason}
    >
      Try a new model
    </Button>
  );
  const failed = [runs, run].find(({ error, data }) => error !== null && data === undefined);
  const isKnown = runs.isSuccess && (shown === null || run.data !== undefined);
  return (
    <Page
      scroll
      top={
        <TopLine title="Model radar" chips={run.data ? <RunFacts run={run.data} /> : null} primary={button} />
      }
      foot={<RadarFoot run={run.data ?? null} />}
    >
      {failed || !isKnown ? (
        <NotLoaded
          query={failed ?? runs}
          loading="Loading the radar"
          failed="The radar could not be shown"
          wholePage
        />
      ) : run.data ? (
        <>
          <RadarCost workspace={workspace} run={run.data} />
          <WinBack run={run.data} />
          <RadarTable workspace={workspace} run={run.data} />
          <RadarRuns workspace={workspace} list={runs} shown={run.data.number} />
        </>
      ) : (
        <NoRadarRun
          action={
            blocked.reason === undefined ? (
              button
            ) : (
              <ButtonLink variant="primary" href={settingsPath(workspace, "models")}>
                Connect a model
              </ButtonLink>
            )
          }
        >
          {blocked.reason === undefined
            ? null
            : "Only a language model can be measured, and none is connected yet."}
        </NoRadarRun>
      )}
      {asked.isOpen ? <RadarDialog model={asked.model} close={asked.close} /> : null}
    </Page>
  );
}

/** `?new=` opens the dialog for a new run, with the model that it names. */
function useAskedDialog() {
  const search = useSearchParams();
  const path = usePathname();
  const asked = search.get("new");
  const [isOpen, setIsOpen] = useState(asked !== null);
  return {
    isOpen,
    model: asked ?? "",
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false);
      if (asked !== null) replaceAddress(path);
    },
  };
}

/** Why nothing can be started now: the role, or that no model is connected. */
function useBlockedStart(workspace: string) {
  const right = useBlockedFor("playground.rehearse");
  const models = useQuery(modelsQuery(client.models, workspace));
  const isConnected = models.data?.items.some(({ archivedAt }) => archivedAt === null);
  return {
    right,
    reason: isConnected === false ? "Connect a model first, in Settings, Models." : undefined,
  };
}

function RunFacts({ run }: { run: RadarRunDetail }) {
  return (
    <span className="text-12">
      Run {run.number}: <ShownText text={run.model.name} />
      {run.against ? (
        <>
          {" "}
          against <ShownText text={run.against.name} />
        </>
      ) : null}
      , <RelativeTime at={run.createdAt} ago />
    </span>
  );
}

function RadarFoot({ run }: { run: RadarRunDetail | null }) {
  if (!run) return null;
  return (
    <FootLine
      keys={[
        { keys: "j k", label: "skill" },
        { keys: "r", label: "try a new model" },
        { keys: "?", label: "all keys" },
      ]}
    >
      <span>{formatCount(run.skills.length, "skill")}</span>
      <span>{formatCount(run.repeats, "trial")} each</span>
      <span>Shares are over tasks and messages, with 95 % intervals (Wilson)</span>
    </FootLine>
  );
}

"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleX, Folder, RefreshCw } from "lucide-react";
import { useState } from "react";
import { directoriesQuery } from "@/components/data/settings-queries";
import { skillPath } from "@/components/data/skill-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatDuration, formatNumber } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { client } from "@/lib/api/client";
import type { Directories, DirectoryLoad } from "@/lib/imports/directory-schema";
import { SettingsFacts, SettingsGroup } from "../settings-group";
import { DirectoryEntries } from "./directory-entries";
import { ReadDirectoriesDialog } from "./read-directories-dialog";

const example = (workspace: string) => `# greenroom.yaml, in the data folder
skills:
  folders:
    - workspace: ${workspace}
      paths: [/srv/skills, ../project/.skills]
      exclude: ["**/drafts"]
`;

/** Skills that the server reads from its own disk: where, and what came of it. */
export function DirectoriesSettings() {
  const { slug } = useWorkspace();
  const { data } = useSuspenseQuery(directoriesQuery(client.library, slug));
  return (
    <>
      {data.problem === null ? null : (
        <Notice tone="error" title="The configuration cannot be used" className="mt-6">
          <span className="whitespace-pre-wrap font-mono text-12 [overflow-wrap:anywhere]">
            <ShownText text={data.problem} />
          </span>
        </Notice>
      )}
      <Waiting workspaces={data.waiting} />
      {data.configured ? <FoldersGroup directories={data} /> : <NotConfigured workspace={slug} />}
      {data.configured || data.lastLoad ? <LastReading directories={data} /> : null}
    </>
  );
}

/** For operators: nobody else is told of workspaces that are not theirs. */
function Waiting({ workspaces }: { workspaces: Directories["waiting"] }) {
  if (workspaces.length === 0) return null;
  return (
    <Notice tone="warning" title="Folders wait for workspaces that nobody has made" className="mt-6">
      They are read once there is such a workspace. Mend the name if it is a slip.
      <ul className="mt-1">
        {workspaces.map(({ workspace, place }) => (
          <li key={workspace} className="[overflow-wrap:anywhere]">
            <code>
              <ShownText text={workspace} />
            </code>{" "}
            at{" "}
            <span className="font-mono text-12">
              <ShownText text={place} />
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function NotConfigured({ workspace }: { workspace: string }) {
  return (
    <EmptyState
      title="No folders are read for this workspace"
      example={<CodeBlock text={example(workspace)} label="the example configuration" wrap={false} />}
    >
      Greenroom can read skills from the disk of its server: one skill, a folder of skills, or a project’s{" "}
      <code>.skills</code>. The operator names the folders in <code>greenroom.yaml</code>, or in{" "}
      <code>GREENROOM_SKILLS_PATHS</code>; each start reads them into drafts.
    </EmptyState>
  );
}

const pathStates = {
  found: null,
  missing: "There is no such folder",
  "not-a-folder": "A file, not a folder",
  unreadable: "The server’s account may not read it",
} as const satisfies Record<Directories["paths"][number]["state"], string | null>;

function FoldersGroup({ directories: { paths, source, strict } }: { directories: Directories }) {
  return (
    <SettingsGroup
      title="Folders"
      help={
        <>
          Named in{" "}
          <span className="font-mono [overflow-wrap:anywhere]">
            <ShownText text={source ?? ""} />
          </span>
          . Name and description of a skill come from its SKILL.md alone.
        </>
      }
    >
      <ul className="border-line border-t">
        {paths.map(({ path, state, skills, include, exclude }) => (
          <li
            key={path}
            className="flex min-h-row flex-wrap items-center gap-x-4 border-line border-b py-1.5"
          >
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className="font-mono text-12">
                <ShownText text={path} />
              </span>
              <Patterns word="Only" patterns={include} />
              <Patterns word="Without" patterns={exclude} />
            </span>
            {pathStates[state] === null ? (
              <State icon={Folder}>{formatCount(skills, "skill")}</State>
            ) : (
              <State icon={CircleX} tone="error">
                {pathStates[state]}
              </State>
            )}
          </li>
        ))}
      </ul>
      <SettingsFacts
        items={[
          {
            term: "When something fails",
            value: strict ? "The server does not start (strict)" : "It is reported, and the rest loads",
          },
        ]}
      />
    </SettingsGroup>
  );
}

/** What of a folder is taken, or left out; without patterns all of it is. */
function Patterns({ word, patterns }: { word: string; patterns: readonly string[] }) {
  if (patterns.length === 0) return null;
  return (
    <span className="block text-12 text-ink-3">
      {word}{" "}
      <span className="font-mono">
        <ShownText text={patterns.join(", ")} />
      </span>
    </span>
  );
}

function LastReading({ directories: { configured, lastLoad } }: { directories: Directories }) {
  const { slug } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const missingRight = useBlockedFor("directories.load");
  return (
    <section className="py-6">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2>Last reading</h2>
        {lastLoad ? <LoadFigures load={lastLoad} /> : <span className="text-ink-3">Not read yet.</span>}
        {configured ? (
          <span className="ml-auto inline-flex flex-wrap items-center gap-2">
            {missingRight ? <span className="text-12 text-ink-3">{missingRight}</span> : null}
            <Button icon={RefreshCw} onClick={() => setOpen(true)} missingRight={missingRight}>
              Read again
            </Button>
          </span>
        ) : null}
      </div>
      {lastLoad ? (
        <DirectoryEntries
          caption="What the last reading found, worst first"
          entries={lastLoad.entries}
          when="after"
          skillHref={(skill) => skillPath(slug, skill)}
        />
      ) : null}
      <ReadDirectoriesDialog open={isOpen} onOpenChange={setOpen} />
    </section>
  );
}

const triggerWords = {
  start: "at the start",
  request: "on request",
  watch: "when something changed on disk",
} as const satisfies Record<DirectoryLoad["trigger"], string>;

function LoadFigures({ load }: { load: DirectoryLoad }) {
  const { loaded, failed, durationMs, traceId, startedAt, trigger, strict } = load;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 text-ink-2">
      <span>{formatNumber(loaded)} loaded</span>
      <span className={failed > 0 ? "text-danger" : undefined}>{formatNumber(failed)} failed</span>
      <span>{formatDuration(durationMs)}</span>
      <span>
        {triggerWords[trigger]}
        {strict ? ", strict" : ""}, <RelativeTime at={startedAt} ago />
      </span>
      <span className="inline-flex items-center gap-1 font-mono text-12 text-ink-3">
        trace {traceId.slice(0, 7)}
        <CopyButton text={traceId} label="Copy the trace id" />
      </span>
    </span>
  );
}

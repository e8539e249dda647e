"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { libraryKeys } from "@/components/data/library-queries";
import { saveFile } from "@/components/data/save-file";
import { skillPath } from "@/components/data/skill-paths";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount, formatNumber } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { client, unwrap } from "@/lib/api/client";
import type { Import } from "@/lib/imports/import-schema";
import { RuleLink } from "../problems/rule-link";
import { ImportNotes } from "./import-notes";
import { failuresOf, reportText, storedNames } from "./import-report";

type ImportOutcomeProps = { workspace: string; current: Import };

const titles = {
  done: "Import finished",
  cancelled: "Import stopped",
  failed: "Import failed",
  interrupted: "Import interrupted",
} as const;

const outcomeTitle = ({ state }: Import) =>
  state in titles ? titles[state as keyof typeof titles] : "Import";

/** What came of it: counts, every failure by name, and the skills that are in the library now. */
export function ImportOutcome({ workspace, current }: ImportOutcomeProps) {
  const { report } = current;
  const failures = failuresOf(current);
  return (
    <div className="mx-auto grid w-full max-w-[880px] gap-6 px-6 pt-12 pb-10 compact:px-4 compact:pt-6">
      <div className="grid gap-1">
        <h2 className="text-20 tracking-[-0.02em]">{outcomeTitle(current)}</h2>
        <p className="text-14 text-ink-2">
          {formatCount(report.stored, "skill")} stored, {formatNumber(report.skipped)} left out,{" "}
          {formatNumber(report.failed)} failed, {formatNumber(report.refused)} refused.{" "}
          {current.finishedAt === null ? null : (
            <span className="text-ink-3">
              Finished <RelativeTime at={current.finishedAt} ago />.
            </span>
          )}
        </p>
      </div>
      {current.state === "interrupted" ? <Interrupted workspace={workspace} current={current} /> : null}
      {current.error === null ? null : (
        <Notice tone="error" title="What went wrong">
          <ShownText text={current.error} />
        </Notice>
      )}
      <Failures current={current} failures={failures} />
      <ImportNotes current={current} />
      <Stored workspace={workspace} current={current} />
    </div>
  );
}

/** Shows that the server went away in the middle. What was stored is whole; the rest can go on from where it stood. */
function Interrupted({ workspace, current }: ImportOutcomeProps) {
  const cache = useQueryClient();
  const waiting = current.items.filter(({ state }) => state === "waiting");
  const goOn = useMutation({
    mutationFn: () =>
      unwrap(
        client.library.workspaces[":workspace"].imports[":import"].store.$post({
          param: { workspace, import: current.id },
          json: {
            choices: waiting.flatMap(({ id, choice, newName }) =>
              choice === null ? [] : [{ itemId: id, choice, ...(newName === null ? {} : { newName }) }],
            ),
          },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) }),
  });
  if (waiting.length === 0) {
    return (
      <Notice tone="warning" title="The server stopped while it was reading">
        Nothing was stored. Drop the files again on the skills page.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title="The server stopped while it was storing"
      action={
        <Button onClick={() => goOn.mutate()} pending={goOn.isPending}>
          Continue
        </Button>
      }
    >
      What is stored is whole. {formatCount(waiting.length, "package")} still to go, with the choices you
      made.
    </Notice>
  );
}

function Failures({ current, failures }: { current: Import; failures: ReturnType<typeof failuresOf> }) {
  const text = reportText(current);
  const download = () => saveFile(`import-${current.id}.txt`, new Blob([text], { type: "text/plain" }));
  return (
    <section aria-labelledby="failures" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="failures" className="min-w-0 flex-1">
          {failures.length === 0 ? "Nothing failed" : `Not stored: ${formatNumber(failures.length)}`}
        </h3>
        <CopyButton text={text} label="Copy report">
          Copy report
        </CopyButton>
        <Button icon={Download} onClick={download}>
          Download report
        </Button>
      </div>
      {failures.length === 0 ? null : (
        <ul className="border-line border-t">
          {failures.map(({ name, place, reason, rule }) => (
            <li key={`${place} ${name}`} className="grid gap-0.5 border-line border-b py-2">
              <span className="flex flex-wrap gap-x-3">
                <span className="font-medium font-mono text-13">
                  <ShownText text={name || "(no name)"} />
                </span>
                <span className="font-mono text-12 text-ink-3 [overflow-wrap:anywhere]">
                  <ShownText text={place} />
                </span>
              </span>
              <span className="text-ink-2 [overflow-wrap:anywhere]">
                <ShownText text={reason} />{" "}
                {rule === null ? null : <RuleLink rule={rule} className="text-12" />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const listed = 200;

function Stored({ workspace, current }: ImportOutcomeProps) {
  const names = storedNames(current);
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="stored" className="grid gap-2">
      <h3 id="stored">Stored: {formatNumber(names.length)}</h3>
      <ul className="columns-3 gap-6 border-line border-t pt-2 narrow:columns-2 compact:columns-1">
        {names.slice(0, listed).map((name) => (
          <li key={name} className="truncate leading-6">
            <TextLink href={skillPath(workspace, name)} prefetch={false} className="font-mono text-12">
              <ShownText text={name} />
            </TextLink>
          </li>
        ))}
      </ul>
      {names.length > listed ? (
        <p className="text-12 text-ink-3">and {formatNumber(names.length - listed)} more in the library.</p>
      ) : null}
    </section>
  );
}

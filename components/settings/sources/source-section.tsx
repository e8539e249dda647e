"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Pencil, RefreshCw, Trash2, Webhook } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { skillPath } from "@/components/data/skill-paths";
import { sourceKeys } from "@/components/data/source-queries";
import { SshFacts } from "@/components/delivery/ssh-facts";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button, IconButton } from "@/components/ui/button";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { FactLine } from "@/components/ui/fact-line";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import { isDigest } from "@/lib/kernel/is-digest";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { shownAddress } from "@/lib/kernel/ssh-address";
import type { Source } from "@/lib/sources/schema";
import { whySourceDeclared } from "@/lib/sources/source-options";
import { DirectoryEntries } from "../directories/directory-entries";
import { sayEvery } from "./say-every";
import { SourceDeclared } from "./source-declared";
import { kindWords } from "./source-kind-words";
import { useSync } from "./use-sync";

const SourceDialog = dynamic(() => import("./source-dialog").then((module) => module.SourceDialog), {
  ssr: false,
});
const SourceSecretDialog = dynamic(
  () => import("./source-secret-dialog").then((module) => module.SourceSecretDialog),
  { ssr: false },
);
const ConflictDialog = dynamic(() => import("./conflict-dialog").then((module) => module.ConflictDialog), {
  ssr: false,
});

const HookDialog = dynamic(() => import("./hook-dialog").then((module) => module.HookDialog), { ssr: false });

/** One source: where it is, what the last sync found, and what an admin does with it. */
export function SourceSection({ source }: { source: Source }) {
  const { slug } = useWorkspace();
  const id = useId();
  const { name, kind, url, folder, failure, report, conflicts } = source;
  const [decided, setDecided] = useState<string | null>(null);
  const conflict = conflicts.find(({ skill }) => skill === decided);
  return (
    <section aria-labelledby={id} className="border-line border-t py-5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id={id} className="font-medium [overflow-wrap:anywhere]">
            <ShownText text={name} />
          </h3>
          <p className="font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">
            <ShownText text={[shownAddress(url), shortRef(source), folder].filter(Boolean).join(" · ")} />
          </p>
          <FactLine>
            {kindWords[kind].kind}
            <LastSync source={source} />
            {sayWhen(source)}
            {sayPatterns(source)}
            {source.publishes ? "Publishes as the review policy says" : null}
            {source.hasToken ? "Token stored" : null}
          </FactLine>
          <SshFacts
            ssh={source.ssh}
            name={source.name}
            unmet="Its host was not met yet: the first key that it shows is kept."
            right="with the right to write where versions are pushed back."
            isFirst={source.synced === null}
          />
        </div>
        <SourceActions source={source} />
      </div>
      <SourceDeclared source={source} />
      {failure ? (
        <Notice tone="error" title="The last sync failed, and changed nothing" className="mt-3">
          <ShownText text={failure.message} />{" "}
          <span className="text-ink-3">
            Tried <RelativeTime at={failure.at} ago />.
          </span>
        </Notice>
      ) : null}
      {report ? (
        <div className="mt-3">
          <DirectoryEntries
            caption={`What the last sync of ${name} found, worst first`}
            entries={report.entries}
            when="after"
            place="source"
            skillHref={(skill) => skillPath(slug, skill)}
            choiceFor={({ outcome, skill }) =>
              outcome === "conflict" && conflicts.some((one) => one.skill === skill) ? (
                <Button size="small" className="mt-1" onClick={() => setDecided(skill)}>
                  Compare and decide
                </Button>
              ) : null
            }
          />
          <Notes notes={report.notes} />
        </div>
      ) : null}
      {conflict ? (
        <ConflictDialog source={source} conflict={conflict} close={() => setDecided(null)} />
      ) : null}
    </section>
  );
}

/** A digest is as long as a line. */
const shortRef = ({ ref }: Source): string => (isDigest(ref) ? ref.slice(0, 12) : ref);

function LastSync({ source: { isSyncing, synced } }: { source: Source }) {
  if (isSyncing) return "Being synced";
  if (!synced) return "Never synced";
  return (
    <>
      Synced <RelativeTime at={synced.at} ago /> at <code>{synced.revision.slice(0, 12)}</code>
    </>
  );
}

/** "Every 6 hours and by its webhook". */
function sayWhen({ schedule, hook }: Source): string {
  if (!schedule) return hook ? "By its webhook" : "By hand";
  return `${sayEvery(schedule.everyMinutes)}${hook ? " and by its webhook" : ""}`;
}

/** Which of its skills are taken, where not all are. */
function sayPatterns({ include, exclude }: Source): string | null {
  const only = include.length === 0 ? "" : `Only ${include.join(", ")}`;
  const without = exclude.length === 0 ? "" : `without ${exclude.join(", ")}`;
  const said = [only, without].filter((part) => part !== "").join(", ");
  return said === "" ? null : markHidden(`${said.charAt(0).toUpperCase()}${said.slice(1)}`);
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="pt-2 text-12 text-ink-3">
      {notes.map((note) => (
        <li key={note} className="[overflow-wrap:anywhere]">
          <ShownText text={note} />
        </li>
      ))}
    </ul>
  );
}

function SourceActions({ source }: { source: Source }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const missingRight = useBlockedFor("directories.load");
  const [opened, setOpened] = useState<"edit" | "hook" | null>(null);
  const close = () => setOpened(null);
  const { id, name, ssh, declaredIn } = source;
  const kept = declaredIn === null ? undefined : whySourceDeclared(name, declaredIn);
  const sync = useSync(id, (synced) => {
    if (!synced.failure) toast.success(sayWritten(source, synced));
  });
  return (
    <div className="flex flex-wrap items-center gap-1">
      <ErrorNotice error={sync.error} title="It could not be synced" />
      <Button
        icon={RefreshCw}
        missingRight={missingRight}
        pending={sync.isPending}
        aria-label={`Sync now: ${name}`}
        onClick={() => sync.mutate({})}
      >
        Sync now
      </Button>
      {missingRight === undefined ? (
        <>
          <IconButton
            icon={Pencil}
            size="icon-small"
            label={
              kept === undefined
                ? `Change the source ${name}`
                : `Change the ${ssh ? "key" : "token"} of ${name}`
            }
            onClick={() => setOpened("edit")}
          />
          <IconButton
            icon={Webhook}
            size="icon-small"
            label={`Webhook of ${name}`}
            onClick={() => setOpened("hook")}
          />
          <ConfirmIconButton
            icon={Trash2}
            label={`Remove the source ${name}`}
            blockedReason={kept}
            title="Remove this source?"
            description="Nothing more comes from it, and its token or key is deleted here. Skills that came from it stay."
            confirmLabel="Remove source"
            onConfirm={async () => {
              const param = { workspace, source: id };
              await unwrap(client.sources.workspaces[":workspace"].sources[":source"].$delete({ param }));
              await cache.invalidateQueries({ queryKey: sourceKeys.all(workspace) });
            }}
          />
        </>
      ) : null}
      {opened === "edit" && kept === undefined ? <SourceDialog source={source} close={close} /> : null}
      {opened === "edit" && kept !== undefined ? <SourceSecretDialog source={source} close={close} /> : null}
      {opened === "hook" ? <HookDialog source={source} close={close} /> : null}
    </div>
  );
}

function sayWritten({ report }: Source, { report: after, conflicts }: Source): string {
  if (!after || after.importId === report?.importId) return "Synced: the source has nothing newer";
  const written = after.entries.filter(({ outcome }) => outcome === "new" || outcome === "changed");
  const waiting = conflicts.length === 0 ? "" : `, ${formatCount(conflicts.length, "conflict")} to decide`;
  return `Synced: ${formatCount(written.length, "draft")} written${waiting}`;
}

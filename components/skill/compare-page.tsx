"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { skillQuery } from "@/components/data/skill-queries";
import { comparePath } from "@/components/data/version-paths";
import { sideAddress, sideName } from "@/components/diff/diff-side";
import { PackageDiff } from "@/components/diff/package-diff";
import { useDiffKeys } from "@/components/diff/use-diff-keys";
import { FootLine } from "@/components/layout/foot-line";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { versionCrumbs } from "@/components/library/skill-crumbs";
import { IconButton } from "@/components/ui/button";
import { Digest } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { DiffSide, PackageDiffFacts } from "@/lib/library/diffs/diff-schema";
import type { SkillDetail } from "@/lib/library/skill-schema";

type ComparePageProps = { workspace: string; skill: string; from: string; to: string };

/** Compares any two versions of a skill, or the draft with one of them. */
export function ComparePage({ workspace, skill, from, to }: ComparePageProps) {
  const router = useRouter();
  const region = useRef<HTMLDivElement>(null);
  const [facts, setFacts] = useState<PackageDiffFacts | null>(null);
  const { data: detail } = useQuery(skillQuery(client.library, workspace, skill));
  const choose = (sides: { from: string; to: string }) =>
    router.replace(comparePath(workspace, skill, sides), { scroll: false });
  useDiffKeys(region);
  return (
    <Page
      top={<TopLine crumbs={versionCrumbs(workspace, skill)} title="Compare" />}
      foot={<FootLine keys={[{ keys: "j k", label: "between changes" }]} />}
    >
      <div className="flex min-h-bar flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5">
        <SideChoice
          label="Before"
          side={from}
          detail={detail}
          onChoose={(side) => choose({ from: side, to })}
        />
        <IconButton
          icon={ArrowLeftRight}
          label="Swap the sides"
          onClick={() => choose({ from: to, to: from })}
        />
        <SideChoice label="After" side={to} detail={detail} onChoose={(side) => choose({ from, to: side })} />
        {facts ? (
          <span className="ml-auto flex flex-wrap items-center gap-x-4 text-12 text-ink-3 narrow:ml-0">
            <SideFacts side={facts.from} />
            <SideFacts side={facts.to} />
          </span>
        ) : null}
      </div>
      <div ref={region} className="relative min-h-0 flex-1 overflow-auto">
        <PackageDiff
          key={`${from} ${to}`}
          workspace={workspace}
          skill={skill}
          from={from}
          to={to}
          onFacts={setFacts}
        />
      </div>
    </Page>
  );
}

type SideChoiceProps = {
  label: string;
  side: string;
  detail: SkillDetail | undefined;
  onChoose: (side: string) => void;
};

function SideChoice({ label, side, detail, onChoose }: SideChoiceProps) {
  const versions = detail?.versions ?? [];
  const chosen = side.replace(/^v(?=\d)/, "");
  const offered = new Set(["none", "draft", "latest", ...versions.map(({ number }) => String(number))]);
  const labels = detail?.labels ?? [];
  for (const { name } of labels) offered.add(name);
  return (
    <Select
      aria-label={label}
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
      className="max-w-72"
    >
      {offered.has(chosen) ? null : <option value={chosen}>{markHidden(side)}</option>}
      <option value="draft">Draft{detail ? ` r${detail.draft.revision}` : ""}</option>
      {detail && detail.latestVersion !== null ? (
        <option value="latest">latest (v{detail.latestVersion})</option>
      ) : null}
      {labels.map(({ name, version }) => (
        <option key={name} value={name}>
          {markHidden(name)} (v{version})
        </option>
      ))}
      {versions.map(({ number, note, withdrawal }) => (
        <option key={number} value={String(number)}>
          v{number}
          {withdrawal ? " (withdrawn)" : ""}
          {note === "" ? "" : markHidden(`: ${note.slice(0, 60)}`)}
        </option>
      ))}
      <option value="none">Nothing: the empty package</option>
    </Select>
  );
}

function SideFacts({ side }: { side: DiffSide }) {
  const { author, at, digest, kind, withdrawn } = side;
  return (
    <span key={sideAddress(side)} className="inline-flex items-center gap-1.5">
      <span className="text-ink-2">{sideName(side)}</span>
      {digest ? <Digest digest={digest} /> : null}
      {author && at ? (
        <span>
          {kind === "draft" ? "saved" : "published"} by <ShownText text={author.name} />{" "}
          <RelativeTime at={at} ago />
        </span>
      ) : null}
      {withdrawn === null ? null : (
        <span className="text-warn">
          withdrawn: <ShownText text={withdrawn} />
        </span>
      )}
    </span>
  );
}

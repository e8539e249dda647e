import { formatBytes } from "@/components/ui/format";
import { RadioGroup } from "@/components/ui/radio-group";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import type { HunkChoice } from "@/lib/diff/merge-texts";
import type { SourceConflict } from "@/lib/sources/schema";
import { ConflictHunk } from "./conflict-hunk";
import {
  type Choices,
  type ConflictFile,
  choiceOfFile,
  choiceOfHunk,
  type FileParts,
  fileKey,
  hunkKey,
  isWhole,
  resultOf,
} from "./mend-conflict";
import { ThreeTexts } from "./three-texts";

type MendFilesProps = {
  conflict: SourceConflict;
  parts: readonly FileParts[];
  choices: Choices;
  choose: (key: string, choice: HunkChoice) => void;
};

const whoWords = {
  ours: "changed here alone",
  theirs: "changed in the source alone",
  both: "changed in both",
  same: "the same here and in the source",
} as const satisfies Record<ConflictFile["changed"], string>;

/** Every file that differs: by hunk where both sides are texts, else whole, with what it becomes. */
export function MendFiles({ conflict: { base, theirs }, parts, choices, choose }: MendFilesProps) {
  return (
    <>
      <p className="text-12 text-ink-2">
        {base ? (
          <>
            Both began from <code>{base.revision.slice(0, 12)}</code>.
          </>
        ) : (
          "The skill here did not come from this source, so there is no text that both began from."
        )}{" "}
        The source is at <code>{theirs.revision.slice(0, 12)}</code>.
      </p>
      {parts.map((part) => (
        <section key={part.file.path} aria-label={part.file.path} className="border-line border-t pt-3">
          <h3 className="[overflow-wrap:anywhere]">
            <span className="font-mono text-12">
              <ShownText text={part.file.path} />
            </span>{" "}
            <span className="font-normal text-12 text-ink-3">{whoWords[part.file.changed]}</span>
          </h3>
          {isWhole(part) ? (
            <WholeFile part={part} choices={choices} choose={choose} />
          ) : (
            <FileHunks part={part} choices={choices} choose={choose} />
          )}
        </section>
      ))}
    </>
  );
}

type PartProps = Pick<MendFilesProps, "choices" | "choose"> & { part: FileParts };

function WholeFile({ part, choices, choose }: PartProps) {
  const { file } = part;
  const choice = choiceOfFile(part, choices);
  const say = (side: ConflictFile["ours"], where: string) =>
    `${where}${side === null ? (file.base ? ", removed" : ", without it") : ` (${formatBytes(side.size)})`}`;
  return (
    <>
      <ThreeTexts file={file} />
      <RadioGroup
        legend={`${file.path} as a whole${choice === null ? ", to decide" : ""}`}
        orientation="horizontal"
        className="mt-1 text-12"
        options={[
          { value: "ours", label: say(file.ours, "As here") },
          { value: "theirs", label: say(file.theirs, "As in the source") },
        ]}
        value={choice === "both" ? null : choice}
        onValueChange={(value) => choose(fileKey(file.path), value)}
      />
    </>
  );
}

function FileHunks({ part, choices, choose }: PartProps) {
  const { file, hunks } = part;
  const { path } = file;
  const result = resultOf(part, choices);
  if (file.changed === "same") return <ThreeTexts file={file} />;
  return (
    <>
      {hunks.map((hunk, at) => (
        <ConflictHunk
          key={hunkKey(path, at)}
          name={`${path}, change ${at + 1} of ${hunks.length}`}
          hunk={hunk}
          choice={choiceOfHunk(part, at, choices)}
          choose={(choice) => choose(hunkKey(path, at), choice)}
        />
      ))}
      <details className="mt-2">
        <summary className="min-h-6 cursor-pointer text-12 text-ink-2">
          <ShownText text={`What ${path} becomes`} />
        </summary>
        {result === null ? (
          <p className="text-12 text-ink-3">There are changes to decide in it first.</p>
        ) : (
          <ScrollingRegion label={`${path} as it becomes`}>
            <div className="mt-1 whitespace-pre-wrap border border-line px-2 font-mono text-12 [overflow-wrap:anywhere]">
              <ShownText text={result.slice(0, longestShown)} />
            </div>
            {result.length > longestShown ? (
              <p className="text-12 text-ink-3">The rest is not shown.</p>
            ) : null}
          </ScrollingRegion>
        )}
      </details>
    </>
  );
}

/** Of a text that is only looked at. */
const longestShown = 40_000;

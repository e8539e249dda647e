"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeWords } from "@/components/ui/code-words";
import { formatCount, formatNumber } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, MonoName, NoValue, Row, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { DirectoryEntry } from "@/lib/imports/directory-schema";
import { byUrgency, outcomeWords } from "./directory-words";

type DirectoryEntriesProps = {
  caption: string;
  entries: readonly DirectoryEntry[];
  /** Whether it is about to happen or has happened. */
  when: "before" | "after";
  /** Where it was read: on the server's disk, or in a source elsewhere. */
  place?: "disk" | "source";
  skillHref?: (skill: string) => string;
  /** Gives a control to stand under an entry's reason. */
  choiceFor?: (entry: DirectoryEntry) => ReactNode;
};

/** Rows drawn at once: a tree of a thousand skills is read by its first lines. */
const shownAtOnce = 200;

/** Lists what a reading found, worst first. What is unchanged is counted, and shown when asked for. */
export function DirectoryEntries({
  caption,
  entries,
  when,
  place = "disk",
  skillHref,
  choiceFor,
}: DirectoryEntriesProps) {
  const [isWhole, setWhole] = useState(false);
  const unchanged = entries.filter(({ outcome, notes }) => outcome === "unchanged" && notes.length === 0);
  const wanted = byUrgency(isWhole ? entries : entries.filter((entry) => !unchanged.includes(entry)));
  const shown = wanted.slice(0, shownAtOnce);
  return (
    <>
      {shown.length === 0 ? null : (
        <div className="relative overflow-x-auto">
          <Table caption={caption} stacked className="min-w-[560px] compact:min-w-0">
            <thead>
              <tr>
                <HeaderCell width={180}>Outcome</HeaderCell>
                <HeaderCell width={180}>Skill</HeaderCell>
                <HeaderCell>Where and why</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry) => (
                <EntryRow
                  key={`${entry.outcome} ${entry.path} ${entry.message}`}
                  entry={entry}
                  word={
                    place === "source" && entry.outcome === "gone"
                      ? "Gone from the source"
                      : outcomeWords[entry.outcome][when]
                  }
                  href={
                    entry.skill !== null && isInLibrary(entry, when) ? skillHref?.(entry.skill) : undefined
                  }
                  choice={choiceFor?.(entry)}
                />
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {wanted.length > shown.length ? (
        <p className="py-2 text-ink-3">{formatNumber(wanted.length - shown.length)} more are not shown.</p>
      ) : null}
      {unchanged.length > 0 && !isWhole ? (
        <p className="flex items-center gap-2 py-2 text-ink-3">
          {formatCount(unchanged.length, "skill")} unchanged
          <Button size="small" variant="ghost" onClick={() => setWhole(true)}>
            Show
          </Button>
        </p>
      ) : null}
    </>
  );
}

function isInLibrary({ outcome }: DirectoryEntry, when: "before" | "after"): boolean {
  if (outcome === "new") return when === "after";
  return outcome !== "failed" && outcome !== "duplicate" && outcome !== "note";
}

type EntryRowProps = { entry: DirectoryEntry; word: string; href: string | undefined; choice: ReactNode };

function EntryRow({
  entry: { outcome, skill, path, message, notes, files },
  word,
  href,
  choice,
}: EntryRowProps) {
  const { icon, tone } = outcomeWords[outcome];
  return (
    <Row>
      <Cell className="py-2 align-top">
        <State icon={icon} tone={tone}>
          {word}
        </State>
      </Cell>
      <Cell className="py-2 align-top" title={skill ?? undefined}>
        {skill === null ? <NoValue label="No skill" /> : null}
        {skill !== null && href ? (
          <TextLink href={href}>
            <MonoName>
              <ShownText text={skill} />
            </MonoName>
          </TextLink>
        ) : null}
        {skill !== null && !href ? (
          <MonoName>
            <ShownText text={skill} />
          </MonoName>
        ) : null}
      </Cell>
      <Cell className="whitespace-normal py-2 align-top [overflow-wrap:anywhere]">
        {path === skill ? null : (
          <span className="block font-mono text-12">
            <ShownText text={path} />
          </span>
        )}
        {message === "" ? null : (
          <span className="block text-ink">
            <ShownText text={message} />
          </span>
        )}
        {files.length === 0 ? null : <span className="block">{filesInWords(files)}</span>}
        <EntryNotes notes={notes} isFolded={outcome === "unchanged"} />
        {choice}
      </Cell>
    </Row>
  );
}

type EntryNotesProps = { notes: DirectoryEntry["notes"]; isFolded: boolean };

/** What else is to know of it; of a skill that stays as it was, when asked for. */
function EntryNotes({ notes, isFolded }: EntryNotesProps) {
  const lines = notes.map((note) => (
    <span key={note} className="block text-12 text-ink-3">
      <CodeWords text={note} />
    </span>
  ));
  if (!isFolded || notes.length < 2) return lines;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-12 text-ink-2">
        {formatCount(notes.length, "note")}
      </summary>
      {lines}
    </details>
  );
}

const mostNamed = 8;

/** Says `SKILL.md changed, notes.md added and 3 more files`. */
function filesInWords(files: DirectoryEntry["files"]): string {
  const named = files.slice(0, mostNamed).map(({ path, change }) => `${path} ${change}`);
  const more = files.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${formatCount(more, "more file")}` : ""}`;
}

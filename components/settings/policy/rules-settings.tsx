"use client";

import { useState } from "react";
import { matchesWords } from "@/components/layout/match-words";
import { Chip } from "@/components/ui/chip";
import { CodeWords } from "@/components/ui/code-words";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/text-link";
import type { RuleEntry } from "@/lib/library/rules/rule-schema";

const groups = [
  { about: "format", title: "The format", help: "SKILL.md, its fields, its links and the files beside it." },
  {
    about: "content",
    title: "The content",
    help: "What a reviewer should see. Each finding can be dismissed with a reason.",
  },
  {
    about: "archive",
    title: "Archives",
    help: "What refuses an upload, or one skill of it, before anything of that is used.",
  },
] as const satisfies readonly { about: RuleEntry["about"]; title: string; help: string }[];

const words = { error: "Error", blocking: "Blocks", warning: "Warning", info: "Note" } as const;

/** Every rule, so that an id in a problem can be looked up: its meaning, an example, what to do, and its source. */
export function RulesSettings({ rules }: { rules: readonly RuleEntry[] }) {
  const [query, setQuery] = useState("");
  const shown = rules.filter(({ id, meaning, fix }) => matchesWords(query, `${id} ${meaning} ${fix}`));
  return (
    <>
      <div className="grid gap-3 border-line border-b py-6">
        <p className="max-w-[640px] text-ink-2">
          {formatCount(rules.length, "rule")}, the same in the editor, in imports and in the API. A careful
          reader loads what it can and warns; where the reference validator is stricter, that is said too.
        </p>
        <Field label="Find a rule" className="max-w-[360px]">
          <Input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
        </Field>
      </div>
      {shown.length === 0 ? (
        <EmptyState inline title="No rule has these words">
          Try fewer of them.
        </EmptyState>
      ) : null}
      {groups.map(({ about, title, help }) => {
        const inGroup = shown.filter((rule) => rule.about === about);
        return inGroup.length === 0 ? null : (
          <section key={about} aria-labelledby={`rules-${about}`} className="py-6">
            <h2 id={`rules-${about}`}>{title}</h2>
            <p className="mt-1 text-12 text-ink-3">{help}</p>
            <ul className="mt-3 border-line border-t">
              {inGroup.map((rule) => (
                <RuleRow key={rule.id} rule={rule} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function RuleRow({ rule }: { rule: RuleEntry }) {
  const { id, severity, strict, meaning, example, fix, source } = rule;
  return (
    <li
      id={id}
      className="grid scroll-mt-4 grid-cols-[220px_minmax(0,1fr)] gap-x-6 gap-y-1 border-line border-b py-3 target:bg-accent-soft compact:grid-cols-1"
    >
      <div className="flex flex-wrap content-start items-center gap-2">
        <TextLink href={`#${id}`} className="font-mono text-12 [overflow-wrap:anywhere]">
          {id}
        </TextLink>
        <Chip>{words[severity]}</Chip>
        {strict !== null && strict !== severity ? <Chip>{words[strict]} when strict</Chip> : null}
      </div>
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        <p>
          <CodeWords text={meaning} />
        </p>
        <p className="text-ink-2">
          <CodeWords text={fix} />
        </p>
        <p className="text-12 text-ink-3">
          For example <code>{example}</code>
        </p>
        <p className="text-12 text-ink-3">
          {source.startsWith("https://") ? (
            <TextLink href={source} rel="noreferrer" target="_blank">
              {new URL(source).host}
            </TextLink>
          ) : (
            source
          )}
        </p>
      </div>
    </li>
  );
}

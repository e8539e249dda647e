"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { ShownText } from "@/components/ui/shown-text";
import { readJson } from "@/lib/kernel/read-json";
import { chooseResult, type SavedResult } from "@/lib/runtime/choose-result";

/** Says for an input that somebody types which case answers it, and with what. Nothing is sent. */
export function TryInput({ saved }: { saved: SavedResult }) {
  const [text, setText] = useState("");
  const input = readJson(text);
  return (
    <div className="grid gap-2">
      <Field
        label="Try an input"
        help="As a call would hold it, in JSON."
        error={text.trim() !== "" && input === null ? "This is no JSON yet." : undefined}
      >
        <Textarea
          rows={2}
          mono
          placeholder={'{"city": "Oslo"}'}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div role="status" aria-label="Which case answers">
        {input === null ? null : <Answer saved={saved} input={input.value} />}
      </div>
    </div>
  );
}

function Answer({ saved, input }: { saved: SavedResult; input: unknown }) {
  const chosen = chooseResult(saved, input);
  if (chosen === null) return <p>No case fits: a person types the result.</p>;
  const { savedCase, result } = chosen;
  const which = savedCase?.number
    ? `Case ${savedCase.number} answers: ${savedCase.when}`
    : "Every other input gets:";
  return (
    <div className="grid gap-1">
      <p>
        <ShownText text={which} />
      </p>
      <CodeBlock text={result} label="the result" />
    </div>
  );
}

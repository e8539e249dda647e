"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { limitsQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { formatNumber } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import { whyLimitsDeclared } from "@/lib/library/limits/limit-options";
import type { WorkspaceLimit, WorkspaceLimits } from "@/lib/library/limits/limit-schema";
import type { SettableLimit } from "@/lib/runtime/limit-bounds";
import { SettingsGroup } from "./settings-group";

type Words = { label: string; help: string };

const limitWords = {
  readBytes: { label: "One read of a file, in bytes", help: "What is longer comes in pages." },
  skillBytes: {
    label: "One skill in a conversation, in bytes",
    help: "Its instructions and all files of it that were read, together.",
  },
  resourceDepth: {
    label: "Folders above a file",
    help: "A file that lies deeper is refused.",
  },
  listedResources: {
    label: "Files listed in an activation",
    help: "Of the others only how many there are.",
  },
  listedNames: {
    label: "Names listed in an error or a search",
    help: "So that a refusal never outweighs an answer.",
  },
  pageSkills: {
    label: "Skills on one page of a list",
    help: "Where a host lists on request.",
  },
  autoSkills: {
    label: "Threshold of mode auto",
    help: "Above this many skills the model is told of a search instead of a list.",
  },
} as const satisfies Record<SettableLimit, Words>;

/** What conversations of this workspace read and list, within what the operator allows. */
export function LimitsSettings() {
  const { slug: workspace } = useWorkspace();
  const { data } = useSuspenseQuery(limitsQuery(client.limits, workspace));
  return <LimitsForm key={JSON.stringify(data)} {...data} />;
}

type Typed = Partial<Record<SettableLimit, string>>;

/** An empty field takes the usual one. */
const numberIn = (text: string): number | null => (text.trim() === "" ? null : Number(text));

const textOf = ({ own }: WorkspaceLimit): string => (own === null ? "" : String(own));

/** What is stored stays until somebody changes it, also where the operator allows less by now. */
function problemOf({ own, least, most }: WorkspaceLimit, text: string): string | undefined {
  const value = numberIn(text);
  if (value === null || value === own) return undefined;
  if (!Number.isInteger(value)) return "A whole number, or nothing for the usual one.";
  if (value < least) return `At least ${formatNumber(least)}.`;
  return value > most ? `At most ${formatNumber(most)} here.` : undefined;
}

function LimitsForm({ limits, declaredIn }: WorkspaceLimits) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const byRole = useBlockedFor("workspace.edit");
  const missingRight = byRole ?? (declaredIn === null ? undefined : whyLimitsDeclared(declaredIn));
  const [typed, setTyped] = useState<Typed>({});
  const shown = (limit: WorkspaceLimit) => typed[limit.name] ?? textOf(limit);
  const changed = limits.filter((limit) => numberIn(shown(limit)) !== limit.own);
  const isWrong = limits.some((limit) => problemOf(limit, shown(limit)) !== undefined);
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.limits.workspaces[":workspace"].limits.$patch({
          param: { workspace },
          json: Object.fromEntries(changed.map((limit) => [limit.name, numberIn(shown(limit))])),
        }),
      ),
    onSuccess: (saved) => {
      cache.setQueryData(limitsQuery(client.limits, workspace).queryKey, saved);
      toast.success("Saved. It holds from the next run on.");
    },
  });
  const blockedReason = isWrong
    ? "Some of it is out of bounds."
    : changed.length === 0
      ? "Nothing is changed."
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missingRight === undefined && blockedReason === undefined) save.mutate();
  };
  return (
    <SettingsGroup
      title="Limits of conversations"
      help="What skills may bring into a conversation, and how much is listed, in the playground, for agents’ programs and in trials. The operator sets the most (GREENROOM_LIMITS)."
    >
      <form onSubmit={submit} className="grid gap-3">
        <ErrorNotice error={save.error} title="The limits could not be saved" />
        {limits.map((limit) => (
          <LimitField
            key={limit.name}
            limit={limit}
            text={shown(limit)}
            readOnly={missingRight !== undefined}
            onType={(text) => setTyped({ ...typed, [limit.name]: text })}
          />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            pending={save.isPending}
            missingRight={missingRight}
            blockedReason={blockedReason}
          >
            Save limits
          </Button>
          {(missingRight ?? blockedReason) ? (
            <span className="text-12 text-ink-3">{missingRight ?? blockedReason}</span>
          ) : null}
        </div>
      </form>
    </SettingsGroup>
  );
}

type LimitFieldProps = {
  limit: WorkspaceLimit;
  text: string;
  readOnly: boolean;
  onType: (text: string) => void;
};

function LimitField({ limit, text, readOnly, onType }: LimitFieldProps) {
  const { label, help } = limitWords[limit.name];
  const { own, inForce, usual, most } = limit;
  const cut =
    own !== null && inForce !== own ? ` The operator allows less now: ${formatNumber(inForce)} holds.` : "";
  return (
    <Field
      label={label}
      help={`${help} Usual: ${formatNumber(Math.min(usual, most))}; at most ${formatNumber(most)}.${cut}`}
      error={problemOf(limit, text)}
    >
      <Input
        size="form"
        inputMode="numeric"
        className="w-40"
        value={text}
        placeholder={formatNumber(Math.min(usual, most))}
        readOnly={readOnly}
        onChange={({ target }) => onType(target.value)}
      />
    </Field>
  );
}

"use client";

import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { TextButton } from "@/components/ui/text-link";
import type { Feedback } from "@/lib/sessions/schema";
import { useSaveCase } from "./use-save-case";

type AddCaseProps = {
  conversation: string;
  run: string;
  activation: NonNullable<Feedback["activation"]>;
};

/** Makes a case of a skill's trigger suite from what somebody said of a run's message; for whoever may edit drafts. */
export function AddCase({ conversation, run, activation: { skill, expected } }: AddCaseProps) {
  const { mutate, isPending } = useSaveCase();
  if (useBlockedFor("library.edit") !== undefined) return null;
  const add = () => mutate({ conversation, run, skill, expected: "", trigger: expected ? "yes" : "no" });
  return (
    <>
      <TextButton onClick={isPending ? undefined : add}>Add to its trigger suite</TextButton>{" "}
    </>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { skillQuery } from "@/components/data/skill-queries";
import { RunDialog } from "@/components/proof/run-dialog";
import { client } from "@/lib/api/client";

type RunSuiteDialogProps = {
  workspace: string;
  skill: string;
  suite: "trigger" | "effect";
  close: () => void;
};

/** The dialog of the Proof page, for the draft under review; it leads to the run that it starts. Tasks are tried beside what is published. */
export function RunSuiteDialog({ workspace, skill, suite, close }: RunSuiteDialogProps) {
  const { data } = useQuery(skillQuery(client.library, workspace, skill));
  return data ? <RunDialog skill={data} suite={suite} approved close={close} /> : null;
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { comparePath, recordingAddress } from "@/components/data/playground-paths";
import { feedbackQuery } from "@/components/data/session-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { client } from "@/lib/api/client";
import type { Feedback } from "@/lib/sessions/schema";
import type { Turn } from "../transcript/transcript";
import { activatedIn } from "./activated-in";
import { type RunActions, RunActionsContext, type RunStart, type useBranching } from "./run-actions";

const EditMessageDialog = lazy(async () => ({
  default: (await import("./edit-message-dialog")).EditMessageDialog,
}));
const RateDialog = lazy(async () => ({ default: (await import("./rate-dialog")).RateDialog }));
const TestCaseDialog = lazy(async () => ({ default: (await import("./test-case-dialog")).TestCaseDialog }));

type RunActionsProviderProps = {
  conversation: string;
  turns: readonly Turn[];
  branching: ReturnType<typeof useBranching>;
  closedReason: string | undefined;
  children: ReactNode;
};

type Open =
  | { what: "edit"; start: RunStart }
  | { what: "rate"; start: RunStart; verdict: Feedback["verdict"] }
  | { what: "test"; start: RunStart; about: "suite" | undefined };

const none: readonly Feedback[] = [];

/** Gives the transcript's rows what can be done with a run, and holds the dialogs that some of it needs. */
export function RunActionsProvider(props: RunActionsProviderProps) {
  const { conversation, turns, branching, closedReason, children } = props;
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const [open, setOpen] = useState<Open | null>(null);
  const { data } = useQuery(feedbackQuery(client.sessions, workspace, conversation));
  const feedback = data?.items ?? none;
  const { fork, repeat, replay, edit } = branching;
  const actions = useMemo(
    (): RunActions => ({
      conversation,
      edit: (start) => setOpen({ what: "edit", start }),
      repeat: repeat.mutate,
      replay: replay.mutate,
      fork: fork.mutate,
      rate: (start, verdict) => setOpen({ what: "rate", start, verdict }),
      keepAsTest: (start, about) => setOpen({ what: "test", start, about }),
      compareHref: ({ payload }) =>
        comparePath(workspace, { agent: payload.agent.slug, message: payload.message }),
      recordingHref: (runId) => recordingAddress(workspace, conversation, runId),
      feedback,
      closedReason,
    }),
    [repeat.mutate, replay.mutate, fork.mutate, workspace, conversation, feedback, closedReason],
  );
  const close = () => setOpen(null);
  const runId = open?.start.runId;
  const turn = turns.find((one) => one.runId === runId);
  const mine = feedback.find((one) => one.runId === runId && one.person.id === user.id);
  return (
    <RunActionsContext value={actions}>
      {children}
      <Suspense>
        {open?.what === "edit" ? (
          <EditMessageDialog
            start={open.start}
            onClose={close}
            onSend={(message) => edit.mutateAsync({ runId: open.start.runId, message })}
          />
        ) : null}
        {open?.what === "rate" ? (
          <RateDialog
            start={open.start}
            activated={turn ? activatedIn(turn) : []}
            verdict={open.verdict}
            mine={mine}
            onClose={close}
          />
        ) : null}
        {open?.what === "test" && turn ? (
          <TestCaseDialog turn={turn} about={open.about} verdict={mine?.verdict} onClose={close} />
        ) : null}
      </Suspense>
    </RunActionsContext>
  );
}

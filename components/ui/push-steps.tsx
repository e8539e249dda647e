import type { ReactNode } from "react";
import { Button } from "./button";
import { DialogFoot } from "./dialog-frame";
import { ErrorNotice } from "./error-notice";

type Asked = { isFetching: boolean; error: Error | null };
type Sent = { isPending: boolean; error: Error | null };

type PushStepsProps = {
  /** What a push would do is asked of the remote first. */
  plan: Asked;
  push: Sent;
  /** Above everything. */
  choice?: ReactNode;
  /** What would be pushed, or was. */
  children: ReactNode;
  /** Stands below what went wrong. */
  outcome?: ReactNode;
  verb: string;
  danger?: boolean;
  /** It is done: nothing is left but to close. */
  isDone?: boolean;
  /** Why it cannot be pushed once the remote has answered, in words. */
  blockedReason: string | undefined;
  onPush: () => void;
  close: () => void;
};

/** What a dialog that pushes to a repository goes through: the remote is asked, what would be pushed is shown, then it is. */
export function PushSteps(props: PushStepsProps) {
  const { plan, push, isDone = false, danger = false } = props;
  return (
    <div className="grid gap-3">
      {props.choice}
      <ErrorNotice error={plan.error} title="What would be pushed could not be worked out" />
      {plan.isFetching ? <p className="text-12 text-ink-3">Asking the repository what it has…</p> : null}
      {props.children}
      <ErrorNotice error={push.error} title="Nothing was pushed" />
      {props.outcome}
      <DialogFoot>
        <Button onClick={props.close}>{isDone ? "Close" : "Cancel"}</Button>
        {isDone ? null : (
          <Button
            variant={danger ? "danger" : "primary"}
            pending={push.isPending}
            blockedReason={plan.isFetching ? "It is being asked." : props.blockedReason}
            onClick={props.onPush}
          >
            {props.verb}
          </Button>
        )}
      </DialogFoot>
    </div>
  );
}

"use client";

import {
  Columns2,
  Download,
  Ellipsis,
  FlaskConical,
  Pencil,
  Repeat,
  Rewind,
  Target,
  ThumbsDown,
  ThumbsUp,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useSession } from "@/components/layout/current-workspace";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { type RunStart, useRunActions } from "../runs/run-actions";

/** Everything that can be done with one exchange, beside its message. */
export function RunMenu({ start }: { start: RunStart }) {
  const actions = useRunActions();
  const router = useRouter();
  const { user } = useSession();
  if (!actions) return null;
  const { runId, turn } = start;
  const thumbs = actions.feedback.filter((one) => one.runId === runId);
  const mine = thumbs.find(({ person }) => person.id === user.id)?.verdict;
  const { closedReason } = actions;
  const unrecorded = start.payload.model.kind === "rules" ? askedNobody : undefined;
  return (
    <>
      <Thumbs up={count(thumbs, "up")} down={count(thumbs, "down")} />
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} size="icon-small" label={`More for turn ${turn}`} />}
      >
        <MenuItem icon={Pencil} onSelect={() => actions.edit(start)} {...blocked(closedReason)}>
          Edit and resend
        </MenuItem>
        <MenuItem icon={Repeat} onSelect={() => actions.repeat(runId)} {...blocked(closedReason)}>
          Run again
        </MenuItem>
        <MenuItem
          icon={Rewind}
          onSelect={() => actions.replay(runId)}
          {...blocked(closedReason ?? unrecorded)}
        >
          Replay the recording
        </MenuItem>
        <MenuItem icon={Columns2} onSelect={() => router.push(actions.compareHref(start))}>
          Compare…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={ThumbsUp} onSelect={() => actions.rate(start, "up")}>
          {mine === "up" ? "Good answer: change the reason…" : "Good answer…"}
        </MenuItem>
        <MenuItem icon={ThumbsDown} onSelect={() => actions.rate(start, "down")}>
          {mine === "down" ? "Bad answer: change the reason…" : "Bad answer…"}
        </MenuItem>
        <MenuItem icon={FlaskConical} onSelect={() => actions.keepAsTest(start)}>
          Save as a test case…
        </MenuItem>
        <MenuItem icon={Target} onSelect={() => actions.keepAsTest(start, "suite")}>
          Add to the trigger suite…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Download} onSelect={() => window.location.assign(actions.recordingHref(runId))}>
          Download the run as a file
        </MenuItem>
      </Menu>
    </>
  );
}

const askedNobody = "Rehearsal asks no model, so there is no recording. Run it again instead.";
const blocked = (blockedReason: string | undefined) => (blockedReason ? { blockedReason } : {});

const count = (thumbs: readonly { verdict: "up" | "down" }[], verdict: "up" | "down") =>
  thumbs.filter((one) => one.verdict === verdict).length;

function Thumbs({ up, down }: { up: number; down: number }) {
  if (up + down === 0) return null;
  return (
    <span className="inline-flex items-center gap-2 text-12 text-ink-3">
      {up > 0 ? (
        <span className="inline-flex items-center gap-1">
          <Icon of={ThumbsUp} size={13} />
          <span className="sr-only">good: </span>
          {up}
        </span>
      ) : null}
      {down > 0 ? (
        <span className="inline-flex items-center gap-1">
          <Icon of={ThumbsDown} size={13} />
          <span className="sr-only">bad: </span>
          {down}
        </span>
      ) : null}
    </span>
  );
}

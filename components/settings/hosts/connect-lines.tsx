"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleDashed, Radio } from "lucide-react";
import { useEffect, useState } from "react";
import { liveSessionsQuery } from "@/components/data/live-queries";
import { liveHostPath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button, ButtonLink } from "@/components/ui/button";
import { CodeLines } from "@/components/ui/code-lines";
import { DialogFooter } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { itemsOf } from "@/components/ui/paged-query";
import { RadioGroup } from "@/components/ui/radio-group";
import { client } from "@/lib/api/client";
import type { CreatedGatewayKey } from "@/lib/gateway/schema";
import { type ConnectableHost, connectableHosts, hostLines } from "./host-lines";

type ConnectLinesProps = {
  made: CreatedGatewayKey;
  isWarned: boolean;
  /** Its first request is here: the address is where it belongs. */
  onUsed: () => void;
  close: () => void;
};

/** Two lines for the host's machine, and whether its first request has come. */
export function ConnectLines({ made, isWarned, onUsed, close }: ConnectLinesProps) {
  const [host, setHost] = useState<ConnectableHost>("claude-code");
  const { lines, note, undo } = hostLines(host, made.address);
  return (
    <div className="grid gap-3">
      <RadioGroup
        legend="Host"
        options={connectableHosts}
        value={host}
        onValueChange={setHost}
        orientation="horizontal"
      />
      <CodeLines lines={lines} />
      {note === null ? null : <p className="text-12 text-ink-3">{note}</p>}
      {undo === "" ? null : (
        <p className="text-12 text-ink-3">
          Taken back on that machine by <code className="font-mono">{undo}</code>
        </p>
      )}
      {isWarned ? (
        <Notice tone="warning" title="Is the address stored?">
          Close once more, and nobody can see it again.
        </Notice>
      ) : null}
      <FirstRequest made={made} onUsed={onUsed} close={close} />
    </div>
  );
}

function FirstRequest({ made, onUsed, close }: Pick<ConnectLinesProps, "made" | "onUsed" | "close">) {
  const { slug: workspace } = useWorkspace();
  const sessions = useInfiniteQuery(liveSessionsQuery(client.gateway, workspace));
  const first = itemsOf(sessions).find(({ key }) => key.id === made.id);
  useEffect(() => {
    if (first) onUsed();
  }, [first, onUsed]);
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <Icon of={first ? Radio : CircleDashed} />
        {first ? "Its first request is here." : "Waiting for its first request."}
      </p>
      <div className="-mx-4 -mb-4">
        <DialogFooter>
          <Button onClick={close}>Done</Button>
          {first ? (
            <ButtonLink variant="primary" href={liveHostPath(workspace, first.id)}>
              Open its session
            </ButtonLink>
          ) : null}
        </DialogFooter>
      </div>
    </>
  );
}

"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { gatewayKeysQuery } from "@/components/data/live-queries";
import { liveHostsPath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import { SettingsHead } from "../settings-head";
import { HostKeysTable } from "./host-keys-table";
import { KeptSettings } from "./kept-settings";

const ConnectDialog = dynamic(() => import("./connect-dialog").then((module) => module.ConnectDialog), {
  ssr: false,
});

/** Real hosts that ask their model through here: their keys, and what is kept of what they send. */
export function HostsSettings() {
  const { slug: workspace } = useWorkspace();
  const { data } = useSuspenseQuery(gatewayKeysQuery(client.gateway, workspace));
  const blocked = useBlockedFor("gateway.connect");
  const asked = useSearchParams().has("connect");
  const [isOpen, setOpen] = useState(asked && blocked === undefined);
  const open = () => setOpen(true);
  useShortcut("c", "Connect a host", open, { enabled: blocked === undefined });
  const connect = (
    <Button variant="primary" icon={Plug} shortcut="C" onClick={open} blockedReason={blocked}>
      Connect a host
    </Button>
  );
  return (
    <>
      <section className="py-6">
        {data.items.length === 0 ? (
          <EmptyState title="No host is connected" action={connect} inline>
            Point Claude Code, Codex or Gemini CLI at Greenroom, and see in the playground which text of which
            skill they really use. It works without any model: Rehearsal answers in their own protocol.
          </EmptyState>
        ) : (
          <>
            <SettingsHead title="Keys for hosts">{connect}</SettingsHead>
            <HostKeysTable items={data.items} />
            <p className="mt-3 text-12 text-ink-3">
              Their sessions are in the playground, under{" "}
              <TextLink href={liveHostsPath(workspace)}>Live hosts</TextLink>.
            </p>
          </>
        )}
      </section>
      <KeptSettings />
      {isOpen ? <ConnectDialog close={() => setOpen(false)} /> : null}
    </>
  );
}

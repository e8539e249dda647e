"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { agentsQuery } from "@/components/data/agent-queries";
import { instanceFactsQuery, keysQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { client } from "@/lib/api/client";
import { EndedRows } from "../members/ended-rows";
import { SettingsHead } from "../settings-head";
import { ciExample } from "./key-words";
import { KeysTable } from "./keys-table";

const NewKeyDialog = dynamic(() => import("./new-key-dialog").then((module) => module.NewKeyDialog), {
  ssr: false,
});

/** Keys of programs: what each may do, for whom, until when. */
export function KeysSettings() {
  const { slug } = useWorkspace();
  const { data } = useSuspenseQuery(keysQuery(client.keys, slug));
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useShortcut("c", "New key", open);
  const newKey = (
    <Button variant="primary" icon={Plus} shortcut="C" onClick={open}>
      New key
    </Button>
  );
  return (
    <section className="py-6">
      {data.items.length === 0 ? (
        <EmptyState title="No program has a key" action={newKey} example={<Example />}>
          With a key a program works here without signing in, as you and within your role: rehearse in CI,
          import from a repository, publish from a script.
        </EmptyState>
      ) : (
        <>
          <SettingsHead title="Keys">{newKey}</SettingsHead>
          <EndedRows
            items={data.items}
            isEnded={({ state }) => state === "expired" || state === "revoked"}
            noun="inactive key"
            none="No key works any more."
          >
            {(items) => <KeysTable items={items} />}
          </EndedRows>
          <WhoSeesWhat />
          <h2 className="mt-6 mb-2">A rehearsal in CI</h2>
          <Example />
        </>
      )}
      {isOpen ? <NewKeyDialog close={() => setOpen(false)} /> : null}
    </section>
  );
}

function WhoSeesWhat() {
  const blocked = useBlockedFor("keys.manage");
  return (
    <p className="mt-3 max-w-[76ch] text-12 text-ink-3">
      {blocked === undefined
        ? "You see everybody’s keys and can revoke them; a new one acts as you, or as a machine."
        : `You see your own keys, and not those of others. ${blocked}`}{" "}
      A key never does more than the role of whom it acts as allows at that moment.
    </p>
  );
}

function Example() {
  const { slug } = useWorkspace();
  const { data: facts } = useSuspenseQuery(instanceFactsQuery(client.instance));
  const { data: agents } = useSuspenseQuery(agentsQuery(client.agents, slug));
  const agent = agents.items[0]?.slug ?? "release-desk";
  return (
    <CodeBlock
      label="the example for CI"
      wrap={false}
      text={ciExample({ origin: facts.publicUrl, workspace: slug, agent })}
    />
  );
}

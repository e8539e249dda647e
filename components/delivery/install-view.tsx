"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeLines } from "@/components/ui/code-lines";
import { RadioGroup } from "@/components/ui/radio-group";
import type { ShownAddress } from "@/lib/addresses/schema";
import { type InstallClient, installClients, installLines } from "./install-lines";

/** What to paste on a machine, for each client. */
export function InstallView({ address }: { address: Pick<ShownAddress, "url" | "gitUrl"> }) {
  const [client, setClient] = useState<InstallClient>("skills");
  const { lines, update, note } = installLines(client, address);
  return (
    <div className="grid gap-3">
      <RadioGroup
        legend="Client"
        options={installClients}
        value={client}
        onValueChange={setClient}
        orientation="horizontal"
        className="[&>div]:flex-wrap"
      />
      <CodeLines lines={lines} />
      {update === null ? null : (
        <div className="grid gap-1">
          <p className="text-12 text-ink-3">Later, for what was published since:</p>
          <CodeBlock text={update} label="the line that updates" />
        </div>
      )}
      <p className="text-12 text-ink-3">{note}</p>
    </div>
  );
}

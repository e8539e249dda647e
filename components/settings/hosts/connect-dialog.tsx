"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { gatewayKeysQuery } from "@/components/data/live-queries";
import { modelsQuery } from "@/components/data/model-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { daysUntilExpiry, ExpiryField } from "@/components/ui/expiry-field";
import { Field } from "@/components/ui/field";
import { NameField } from "@/components/ui/name-field";
import { Select } from "@/components/ui/select";
import { client, unwrap } from "@/lib/api/client";
import type { CreatedGatewayKey, CreateGatewayKey } from "@/lib/gateway/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { SecretDialog, useMakeSecret } from "../secret-dialog";
import { ConnectLines } from "./connect-lines";

/** Makes a key for a host, then shows what to paste on its machine until its first request is here. */
export function ConnectDialog({ close }: { close: () => void }) {
  return (
    <SecretDialog<CreatedGatewayKey>
      words={(made) =>
        made
          ? { title: "Paste on that machine", description: "The address holds the key. It is shown once." }
          : {
              title: "Connect a host",
              description:
                "A real host, with the skills that lie on its machine, asks its model through Greenroom, and its session is seen in the playground.",
            }
      }
      form={(onMade) => <ConnectForm close={close} onMade={onMade} />}
      shown={(made, isWarned, onUsed) => <ConnectLines {...{ made, isWarned, onUsed, close }} />}
      close={close}
    />
  );
}

const expiries = [
  { value: "1", label: "In a day" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "", label: "Never" },
] as const;

function ConnectForm({ close, onMade }: { close: () => void; onMade: (made: CreatedGatewayKey) => void }) {
  const { slug: workspace } = useWorkspace();
  const { data: models } = useQuery(modelsQuery(client.models, workspace));
  const [name, setName] = useState("");
  const [model, setModel] = useState("");
  const [expiry, setExpiry] = useState("30");
  const [shared, setShared] = useState(false);
  const make = useMakeSecret<CreateGatewayKey, CreatedGatewayKey>({
    make: (json) =>
      unwrap(client.gateway.workspaces[":workspace"].gateway.keys.$post({ param: { workspace }, json })),
    list: gatewayKeysQuery(client.gateway, workspace).queryKey,
    onMade,
  });
  const submit = () =>
    make.mutate({
      name,
      shared,
      model: model === "" ? null : model,
      expiresInDays: daysUntilExpiry(expiry),
    });
  return (
    <DialogForm
      verb="Create key"
      pending={make.isPending}
      blockedReason={name.trim() === "" ? "Give the key a name." : undefined}
      onSubmit={submit}
      close={close}
    >
      <ErrorNotice error={make.error} title="The key could not be created" />
      <NameField value={name} onValueChange={setName} help="The machine it is for, such as “tomas-mbp”." />
      <Field
        label="Who answers"
        help="Rehearsal is built in: it follows published rules in the host’s own protocol, and needs no account. A connected model spends on your limit; tools that its provider runs itself, such as web search, and files named by id act in the account of its key."
      >
        <Select size="form" value={model} onChange={({ target }) => setModel(target.value)}>
          <option value="">Rehearsal: rules, not a language model</option>
          {models?.items
            .filter(({ archivedAt }) => archivedAt === null)
            .map(({ id, name: title }) => (
              <option key={id} value={id}>
                {markHidden(title)}
              </option>
            ))}
        </Select>
      </Field>
      <ExpiryField value={expiry} onValueChange={setExpiry} choices={expiries} />
      <Checkbox
        label="Shared"
        help="Everybody in the workspace sees the sessions of this key; else you alone do."
        checked={shared}
        onChange={({ target }) => setShared(target.checked)}
      />
    </DialogForm>
  );
}

"use client";

import { useState } from "react";
import { keysQuery } from "@/components/data/settings-queries";
import { AgentField } from "@/components/delivery/agent-field";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { daysUntilExpiry, ExpiryField } from "@/components/ui/expiry-field";
import { NameField } from "@/components/ui/name-field";
import type { KeyScope, Role } from "@/lib/access/permissions";
import { client, unwrap } from "@/lib/api/client";
import type { CreatedKey, CreateKey } from "@/lib/auth/key-schema";
import { SecretDialog, useMakeSecret } from "../secret-dialog";
import { type KeyOwner, KeyOwnerFields, machineOf } from "./key-owner-fields";
import { expiryChoices, scopeChoices, withScope } from "./key-words";
import { MadeKey } from "./made-key";

/** Asks what a key is for, then shows it: the only time that it is seen. */
export function NewKeyDialog({ close }: { close: () => void }) {
  return (
    <SecretDialog<CreatedKey>
      words={(made) =>
        made
          ? { title: `${made.name} is made`, description: "Only a digest of it is kept here." }
          : {
              title: "New key",
              description:
                "A program with it works here without signing in, within a role and what you choose here.",
            }
      }
      form={(onMade) => <KeyForm close={close} onMade={onMade} />}
      shown={(made, isWarned) => <MadeKey made={made} isWarned={isWarned} close={close} />}
      close={close}
    />
  );
}

function useMakeKey(onMade: (made: CreatedKey) => void) {
  const { slug: workspace } = useWorkspace();
  const make = (json: CreateKey) =>
    unwrap(client.keys.workspaces[":workspace"].keys.$post({ param: { workspace }, json }));
  return useMakeSecret({ make, list: keysQuery(client.keys, workspace).queryKey, onMade });
}

function KeyForm({ close, onMade }: { close: () => void; onMade: (made: CreatedKey) => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(["rehearse"]);
  const [agent, setAgent] = useState("");
  const [expiry, setExpiry] = useState("90");
  const [owner, setOwner] = useState<KeyOwner>({ kind: "me" });
  const { role } = useWorkspace();
  const machine = machineOf(owner);
  const actAs = (next: KeyOwner) => {
    setOwner(next);
    setScopes(scopes.filter((scope) => isWithin(next.kind === "me" ? role : next.role, scope)));
  };
  const make = useMakeKey(onMade);
  const submit = () =>
    make.mutate({
      name,
      scopes: [...scopes],
      ...(scopes.includes("deliver") ? { agent } : {}),
      ...(machine ? { machine } : {}),
      expiresInDays: daysUntilExpiry(expiry),
    });
  return (
    <DialogForm
      verb="Create key"
      pending={make.isPending}
      blockedReason={whyNotMade({ name, scopes, agent })}
      onSubmit={submit}
      close={close}
    >
      <ErrorNotice error={make.error} title="The key could not be created" />
      <NameField value={name} onValueChange={setName} help="Where it is used, such as “CI of the website”." />
      <KeyOwnerFields owner={owner} setOwner={actAs} />
      <ScopeFields owner={owner} scopes={scopes} setScopes={setScopes} />
      {scopes.includes("deliver") ? (
        <AgentField
          agent={agent}
          setAgent={setAgent}
          help="The key reaches this agent’s skills and nothing else. Give each machine one of its own."
        />
      ) : null}
      <ExpiryField
        value={expiry}
        onValueChange={setExpiry}
        choices={expiryChoices}
        help="A program whose key has expired is refused. The shorter, the safer."
      />
    </DialogForm>
  );
}

type ScopeFieldsProps = {
  owner: KeyOwner;
  scopes: readonly KeyScope[];
  setScopes: (scopes: readonly KeyScope[]) => void;
};

function ScopeFields({ owner, scopes, setScopes }: ScopeFieldsProps) {
  const { role: own } = useWorkspace();
  const role = owner.kind === "me" ? own : owner.role;
  const whose = owner.kind === "me" ? "Your role here" : "The machine’s role";
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">What it may do</legend>
      {scopeChoices(role, whose).map(({ scope, words, blocked }) => (
        <Checkbox
          key={scope}
          label={scope}
          help={blocked === undefined ? words : `${words} ${blocked}`}
          checked={scopes.includes(scope)}
          disabled={blocked !== undefined}
          onChange={({ target }) =>
            setScopes(target.checked ? withScope(scopes, scope) : scopes.filter((other) => other !== scope))
          }
        />
      ))}
    </fieldset>
  );
}

/** A scope that the role gives nothing to do with is not kept out of sight. */
const isWithin = (role: Role, scope: KeyScope): boolean =>
  scopeChoices(role, "").some((choice) => choice.scope === scope && choice.blocked === undefined);

type Asked = { name: string; scopes: readonly KeyScope[]; agent: string };

function whyNotMade({ name, scopes, agent }: Asked): string | undefined {
  if (name.trim() === "") return "Give the key a name.";
  if (scopes.length === 0) return "Choose what the key may do.";
  return scopes.includes("deliver") && agent === "" ? "Choose the agent whose skills it fetches." : undefined;
}

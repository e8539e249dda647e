"use client";

import { useQuery } from "@tanstack/react-query";
import { addressesQuery } from "@/components/data/address-queries";
import { agentsQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { CreateMirror } from "@/lib/mirrors/schema";

type MirrorSourceProps = {
  /** "agent" or "address", a space, and its slug or id; empty while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
};

/** What a mirror gets: an agent's skills, or what an address gives. */
export function MirrorSource({ value, onChange }: MirrorSourceProps) {
  const { slug: workspace } = useWorkspace();
  const agents = useQuery(agentsQuery(client.agents, workspace));
  const addresses = useQuery(addressesQuery(client.addresses, workspace, null));
  const error = agents.error ?? addresses.error;
  const open = (addresses.data?.items ?? []).filter(({ state }) => state === "active");
  return (
    <Field label="What is mirrored" help="The same commits as at its git address." error={error?.message}>
      <Select size="form" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">Choose an agent or an address</option>
        <optgroup label="Agents">
          {agents.data?.items.map(({ slug, name }) => (
            <option key={slug} value={`agent ${slug}`}>
              {markHidden(name)}
            </option>
          ))}
        </optgroup>
        <optgroup label="Addresses">
          {open.map(({ id, name }) => (
            <option key={id} value={`address ${id}`}>
              {markHidden(name)}
            </option>
          ))}
        </optgroup>
      </Select>
    </Field>
  );
}

/** What was chosen, as the API is told it. */
export function sourceOf(value: string): CreateMirror["of"] {
  const [kind, id = ""] = value.split(" ", 2);
  return kind === "address" ? { kind, address: id } : { kind: "agent", agent: id };
}

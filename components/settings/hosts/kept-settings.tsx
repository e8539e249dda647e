"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { gatewaySettingsQuery } from "@/components/data/live-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { GatewaySettings } from "@/lib/gateway/schema";
import { SettingsGroup } from "../settings-group";

const keepings: readonly RadioOption<GatewaySettings["keeps"]>[] = [
  { value: "all", label: "Everything", help: "Requests and answers, so that they can be compared" },
  { value: "skills", label: "Skill events alone", help: "Names, versions and sizes, and no words" },
  { value: "nothing", label: "Nothing", help: "Sessions are not shown either" },
];
const spans = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "", label: "Until they are removed" },
] as const;

/** What is kept of live hosts, and for how long; never headers or keys. */
export function KeptSettings() {
  const { slug: workspace } = useWorkspace();
  const { data } = useSuspenseQuery(gatewaySettingsQuery(client.gateway, workspace));
  return <KeptForm key={JSON.stringify(data)} saved={data} />;
}

function KeptForm({ saved }: { saved: GatewaySettings }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const blocked = useBlockedFor("gateway.manage");
  const [keeps, setKeeps] = useState(saved.keeps);
  const [days, setDays] = useState(saved.days === null ? "" : String(saved.days));
  const next = { keeps, days: days === "" ? null : Number(days) };
  const isSame = next.keeps === saved.keeps && next.days === saved.days;
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.gateway.workspaces[":workspace"].gateway.settings.$put({ param: { workspace }, json: next }),
      ),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: gatewaySettingsQuery(client.gateway, workspace).queryKey });
      toast("Saved. What is not kept any more is gone.");
    },
  });
  const isKnown = spans.some(({ value }) => value === days);
  return (
    <SettingsGroup
      title="What is kept"
      help="Bytes pass unchanged whatever is chosen. Headers and keys are never stored."
    >
      <div className="grid gap-3">
        <ErrorNotice error={save.error} title="It could not be saved" />
        <RadioGroup legend="Keep" hideLegend options={keepings} value={keeps} onValueChange={setKeeps} />
        <Field label="For how long" help="After the last request of a session.">
          <Select size="form" value={days} onChange={({ target }) => setDays(target.value)} className="w-56">
            {isKnown ? null : <option value={days}>{days} days</option>}
            {spans.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <div>
          <Button
            onClick={() => save.mutate()}
            pending={save.isPending}
            blockedReason={blocked ?? (isSame ? "Nothing is changed." : undefined)}
          >
            Save
          </Button>
        </div>
      </div>
    </SettingsGroup>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { sourcesQuery } from "@/components/data/source-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorNotice } from "@/components/ui/error-notice";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import { everySource } from "@/lib/reviews/policy-options";
import { SettingsGroup } from "../settings-group";
import type { FieldsProps } from "./policy-fields";

/** Which sources publish by themselves what a sync brings: for teams whose review happens where the source is. */
export function PublishOnSyncFields({ form, set, readOnly }: FieldsProps) {
  const { slug: workspace } = useWorkspace();
  const { data, error } = useQuery(sourcesQuery(client.sources, workspace));
  const { publishOnSync: chosen } = form;
  const isEvery = chosen.includes(everySource);
  const known = (data?.items ?? []).map(({ name }) => name);
  const names = [...known, ...chosen.filter((name) => name !== everySource && !known.includes(name))];
  const toggle = (name: string, isOn: boolean) =>
    set({ publishOnSync: isOn ? [...chosen, name] : chosen.filter((one) => one !== name) });
  return (
    <SettingsGroup
      title="Publish on sync"
      help="For teams whose review happens in git: what a sync brings is published in the name of the source, where nothing was edited here. Approvals are not asked for; errors, findings, threads and proof still stand in the way, and what they stop goes into review."
    >
      <ErrorNotice error={error} title="The sources could not be read" />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">Which sources may</legend>
        <Checkbox
          label="Every source, new ones too"
          checked={isEvery}
          disabled={readOnly}
          onChange={({ target }) => toggle(everySource, target.checked)}
        />
        {names.map((name) => (
          <Checkbox
            key={name}
            label={<ShownText text={name} />}
            help={data && !known.includes(name) ? "There is no source of this name now." : undefined}
            checked={isEvery || chosen.includes(name)}
            disabled={readOnly || isEvery}
            onChange={({ target }) => toggle(name, target.checked)}
          />
        ))}
      </fieldset>
    </SettingsGroup>
  );
}

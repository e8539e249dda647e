"use client";

import { useQuery } from "@tanstack/react-query";
import { capabilitiesQuery } from "@/components/data/capability-queries";
import { skillEditPath } from "@/components/data/skill-paths";
import { CapabilityList } from "@/components/library/capabilities/capability-list";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Section } from "@/components/ui/section";
import { client } from "@/lib/api/client";

/** What is written in the draft that it can do, and how much of it is not in what is published. */
export function SkillCapabilities({ workspace, skill }: { workspace: string; skill: string }) {
  const asked = { workspace, skill, version: "draft", against: "latest" };
  const query = useQuery(capabilitiesQuery(client.library, asked));
  if (!query.data)
    return (
      <Section title="Capabilities">
        <NotLoaded query={query} loading="Reading what it can do" failed="What it can do could not be read" />
      </Section>
    );
  const { capabilities, added, against } = query.data;
  if (capabilities.length === 0)
    return (
      <Section title="Capabilities">
        <p className="text-ink-3">
          Nothing in it runs a command, asks a host, or reads files outside of the package.
        </p>
      </Section>
    );
  const fresh = added.length > 0 && against ? `, ${added.length} new since version ${against.number}` : "";
  return (
    <Section title="Capabilities">
      <details>
        <summary className="min-h-7 cursor-pointer">
          {formatCount(capabilities.length, "capability", "capabilities")}
          {fresh}
        </summary>
        <div className="mt-1">
          <CapabilityList
            label="What the draft can do"
            entries={capabilities}
            fresh={against ? added : undefined}
            addressOf={(path) => `${skillEditPath(workspace, skill)}?${new URLSearchParams({ file: path })}`}
          />
        </div>
      </details>
    </Section>
  );
}

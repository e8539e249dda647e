"use client";

import { useQuery } from "@tanstack/react-query";
import { capabilitiesQuery } from "@/components/data/capability-queries";
import { skillEditPath } from "@/components/data/skill-paths";
import { CapabilityList } from "@/components/library/capabilities/capability-list";
import { newHosts } from "@/components/library/capabilities/capability-words";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import type { Review } from "@/lib/reviews/review-schema";
import { diffSides } from "./review-words";

type ReviewCapabilitiesProps = { workspace: string; review: Review };

/** What these bytes can do that the version before cannot: new hosts first, then everything that was added or is gone. */
export function ReviewCapabilities({ workspace, review }: ReviewCapabilitiesProps) {
  const skill = review.skill.name;
  const { from, to } = diffSides(review);
  const query = useQuery(capabilitiesQuery(client.library, { workspace, skill, version: to, against: from }));
  if (!query.data)
    return (
      <div className="px-4 py-3">
        <NotLoaded
          query={query}
          loading="Comparing what it can do"
          failed="What it can do could not be compared"
        />
      </div>
    );
  const { added, gone, capabilities } = query.data;
  const hosts = newHosts(added);
  const same = capabilities.length - added.length;
  const addressOf = (path: string) =>
    to === "draft" ? `${skillEditPath(workspace, skill)}?${new URLSearchParams({ file: path })}` : null;
  return (
    <section aria-label="Capabilities" className="grid gap-2 border-line border-b px-4 py-3">
      {hosts.length === 0 ? null : (
        <Notice tone="warning" title={`It reaches ${formatCount(hosts.length, "new host")}`}>
          <ShownText text={hosts.join(", ")} />
        </Notice>
      )}
      {added.length + gone.length === 0 ? (
        <p className="text-ink-3">
          {same === 0
            ? "Nothing in it runs a command, asks a host, or reads files outside of the package."
            : `It can do what it could before: ${formatCount(same, "capability", "capabilities")}.`}
        </p>
      ) : (
        <details>
          <summary className="min-h-7 cursor-pointer">
            Capabilities: {added.length} new, {gone.length} gone, {same} as before
          </summary>
          <div className="mt-2 grid gap-4">
            {added.length === 0 ? null : (
              <div>
                <h3>New</h3>
                <CapabilityList label="New capabilities" entries={added} addressOf={addressOf} />
              </div>
            )}
            {gone.length === 0 ? null : (
              <div>
                <h3>Gone</h3>
                <CapabilityList label="Capabilities that are gone" entries={gone} addressOf={() => null} />
              </div>
            )}
          </div>
        </details>
      )}
    </section>
  );
}

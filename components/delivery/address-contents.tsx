"use client";

import { useQuery } from "@tanstack/react-query";
import { addressContentsQuery } from "@/components/data/address-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { CodeWords } from "@/components/ui/code-words";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { client } from "@/lib/api/client";

/** What clients find at an address now, and what they do not and why. */
export function AddressContents({ address }: { address: string }) {
  const { slug: workspace } = useWorkspace();
  const { data, error } = useQuery(addressContentsQuery(client.addresses, workspace, address));
  if (error) return <ErrorNotice error={error} title="What is given out could not be read" />;
  if (!data) return <p className="text-12 text-ink-3">Looking at what is given out…</p>;
  const { skills, leftOut, warnings } = data;
  return (
    <>
      <p className="text-12 text-ink-3">
        {skills.length === 0
          ? "Nothing is given out now."
          : `Gives out ${formatCount(skills.length, "skill")} now.`}
      </p>
      <Remarks title={`${formatCount(leftOut.length, "skill")} left out`} items={leftOut} />
      <Remarks title="Not for every host" items={warnings} />
    </>
  );
}

type RemarksProps = { title: string; items: readonly { skill: string; why: string }[] };

function Remarks({ title, items }: RemarksProps) {
  if (items.length === 0) return null;
  return (
    <Notice tone="warning" title={title}>
      <ul className="grid gap-1">
        {items.map(({ skill, why }) => (
          <li key={`${skill} ${why}`} className="[overflow-wrap:anywhere]">
            <CodeWords text={`${why}.`} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Equal, EqualNot, Quote } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { hostComparisonQuery } from "@/components/data/live-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { TakenWords } from "@/components/library/dialogs/wording-note";
import { BreakingText } from "@/components/ui/breaking-text";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatNumber } from "@/components/ui/format";
import { RadioGroup } from "@/components/ui/radio-group";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { TextButton } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import type { LiveSession } from "@/lib/gateway/live-schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { HostComparison } from "@/lib/live/comparison-schema";
import { hostName } from "./live-badge";
import { otherWords, slotWords } from "./slot-words";

const TextPair = dynamic(() => import("./text-pair").then((module) => module.TextPair), { ssr: false });

type Slot = HostComparison["slots"][number];

const verdicts = {
  equal: { icon: Equal, word: "Equal" },
  words: { icon: Quote, word: "Words differ" },
  differs: { icon: EqualNot, word: "Differs" },
} as const satisfies Record<Slot["verdict"], { icon: typeof Equal; word: string }>;

/** What the host sent beside what its dialect sends for the same skills and calls, place by place. */
export function ComparePanel({ session }: { session: LiveSession }) {
  const { slug: workspace } = useWorkspace();
  const { data, error } = useQuery(hostComparisonQuery(client.live, workspace, session.id));
  const [shown, setShown] = useState<Slot["verdict"] | "all">("all");
  if (error) return <ErrorNotice error={error} title="The comparison could not be made" />;
  if (!data) return <SkeletonRows label="Comparing" />;
  if (data.lacking !== null)
    return (
      <Section title="Nothing to compare" className="border-b-0">
        <p className="text-ink-2">{data.lacking}</p>
      </Section>
    );
  const count = (verdict: Slot["verdict"]) => data.slots.filter((slot) => slot.verdict === verdict).length;
  const option = (value: Slot["verdict"]) => ({
    value,
    label: `${verdicts[value].word}, ${formatNumber(count(value))}`,
  });
  return (
    <>
      <div className="border-line border-b px-4 py-2">
        <RadioGroup
          legend="Rows"
          hideLegend
          orientation="horizontal"
          options={[
            { value: "all", label: `All, ${formatNumber(data.slots.length)}` },
            option("differs"),
            option("words"),
            option("equal"),
          ]}
          value={shown}
          onValueChange={setShown}
        />
        {data.agreement ? (
          <p className="text-12 text-ink-3">
            The dialect was held against <ShownText text={data.agreement.version} /> on{" "}
            {data.agreement.checked}. A line “…” stands for words that are the host’s own.
          </p>
        ) : null}
        {data.wording === null ? null : <TakenWords taken={data.wording} />}
        <UseSentences session={session} />
      </div>
      <ScrollingRegion label="Comparison">
        <Table
          caption="What the host sent beside what Greenroom would have sent"
          stacked="edges"
          className="min-w-[480px] text-12"
        >
          <thead>
            <tr>
              <HeaderCell style={{ width: "26%" }}>Place</HeaderCell>
              <HeaderCell width={112}>Verdict</HeaderCell>
              <HeaderCell>{hostName(session)}, sent</HeaderCell>
              <HeaderCell>Greenroom’s dialect</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {data.slots
              .filter(({ verdict }) => shown === "all" || verdict === shown)
              .map((slot) => (
                <SlotRow key={slot.where} slot={slot} host={hostName(session)} />
              ))}
          </tbody>
        </Table>
      </ScrollingRegion>
    </>
  );
}

const WordingDialog = dynamic(() => import("./wording-dialog").then((module) => module.WordingDialog), {
  ssr: false,
});

function UseSentences({ session }: { session: LiveSession }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-1.5">
      <Button icon={Quote} onClick={() => setOpen(true)}>
        Use this host’s own sentences
      </Button>
      {isOpen ? <WordingDialog session={session} close={() => setOpen(false)} /> : null}
    </div>
  );
}

const wrapped = "whitespace-normal py-1.5 align-top [overflow-wrap:anywhere]";
const sent = `${wrapped} whitespace-pre-wrap font-mono`;

function SlotRow({ slot, host }: { slot: Slot; host: string }) {
  const { icon, word } = verdicts[slot.verdict];
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Row>
        <Cell className={classNames(wrapped, "text-ink", isOpen && "border-b-0")}>
          <BreakingText text={slot.where} />
          {slot.reason === null ? null : <span className="mt-1 block text-ink-3">{slot.reason}</span>}
          {slot.texts === null ? null : (
            <TextButton
              className="mt-1 block"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? "Hide" : "Show"} the texts of ${markHidden(slot.where)}`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? "Hide the texts" : "Show the texts"}
            </TextButton>
          )}
        </Cell>
        <Cell className={classNames(wrapped, isOpen && "border-b-0")}>
          <State icon={icon}>{word}</State>
        </Cell>
        <Cell label={`${host}, sent`} className={classNames(sent, isOpen && "border-b-0")}>
          <ShownText text={slotWords(slot.host)} />
        </Cell>
        <Cell label="Greenroom’s dialect" className={classNames(sent, isOpen && "border-b-0")}>
          <ShownText text={slot.verdict === "differs" ? otherWords(slot.host, slot.dialect) : "the same"} />
        </Cell>
      </Row>
      {isOpen && slot.texts ? (
        <tr>
          <Cell colSpan={4} className="whitespace-normal pb-2">
            <p className="mb-1 text-ink-3">
              Struck through is what the dialect says, marked is what the host said.
            </p>
            <TextPair {...slot.texts} />
          </Cell>
        </tr>
      ) : null}
    </>
  );
}

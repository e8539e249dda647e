"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleCheck, CircleSlash, CircleX, Plus, TriangleAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { modelsQuery } from "@/components/data/model-queries";
import { radarPath } from "@/components/data/radar-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { providerNames } from "@/lib/models/provider-options";
import type { Connection } from "@/lib/models/schema";
import { reachedLimit } from "@/lib/models/spending-limit";
import { SettingsHead } from "../settings-head";
import { JudgeSetting } from "./judge-setting";
import { ModelMenu } from "./model-menu";
import { addressOf, formatDollars } from "./model-words";

const ModelDialog = dynamic(() => import("./model-dialog").then((module) => module.ModelDialog), {
  ssr: false,
});

/** Which dialog is open: for a new model, for one of these, or none. */
type Editing = { model: Connection | null } | null;

/** The workspace's models: where they are, what they cost, what was spent. */
export function ModelsSettings() {
  const { slug } = useWorkspace();
  const { data } = useSuspenseQuery(modelsQuery(client.models, slug));
  const [editing, setEditing] = useState<Editing>(null);
  const blocked = useBlockedFor("models.manage");
  const add = () => setEditing({ model: null });
  useShortcut("c", "Add model", add, { enabled: blocked === undefined });
  const addButton = (
    <Button variant="primary" icon={Plus} shortcut="C" missingRight={blocked} onClick={add}>
      Add model
    </Button>
  );
  return (
    <section className="py-6">
      {data.items.length === 0 ? (
        <EmptyState title="No model is connected" action={addButton}>
          Rehearsal works without any: it follows published rules and shows every skill event, but it is not a
          language model. Connect one to see what a real model does with your skills: Anthropic, OpenAI,
          Google, or any OpenAI-compatible base URL such as Ollama, LM Studio, vLLM or OpenRouter.
        </EmptyState>
      ) : (
        <>
          <SettingsHead title="Models">{addButton}</SettingsHead>
          <ModelsTable items={data.items} edit={(model) => setEditing({ model })} />
          <JudgeSetting models={data.items} />
          <p className="mt-3 text-12 text-ink-3">
            Keys are stored encrypted and never shown again. Prices are US dollars per million tokens; without
            them a cost is “-”. Months begin on the first, 00:00 UTC. Rehearsal needs no model. What a new
            model makes of the skills stands in the <TextLink href={radarPath(slug)}>model radar</TextLink>.
          </p>
        </>
      )}
      {blocked === undefined ? null : (
        <p className="mt-3 text-12 text-ink-3">
          <ShownText text={blocked} />
        </p>
      )}
      {editing ? <ModelDialog workspace={slug} model={editing.model} close={() => setEditing(null)} /> : null}
    </section>
  );
}

type ModelsTableProps = { items: readonly Connection[]; edit: (model: Connection) => void };

function ModelsTable({ items, edit }: ModelsTableProps) {
  return (
    <div className="relative overflow-x-auto">
      <Table caption="Models of this workspace, by name" stacked className="min-w-[760px]">
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell width={240} className="narrow:w-44!">
              Where
            </HeaderCell>
            <HeaderCell width={120} numeric className="narrow:w-28!">
              In / out
            </HeaderCell>
            <HeaderCell width={160} numeric className="narrow:w-38!">
              Spent this month
            </HeaderCell>
            <HeaderCell width={150} numeric className="narrow:w-24!">
              Tested
            </HeaderCell>
            <HeaderCell width={56} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          {items.map((model) => (
            <ModelRow key={model.id} model={model} edit={() => edit(model)} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function ModelRow({ model, edit }: { model: Connection; edit: () => void }) {
  const { spent, monthlyLimit, inputPrice, outputPrice } = model;
  const priced = inputPrice !== null && outputPrice !== null;
  const reached = reachedLimit(model, spent);
  return (
    <Row>
      <Cell className="text-ink">
        <span className="inline-flex max-w-full items-center gap-2 align-middle">
          <span className="truncate font-medium compact:whitespace-normal" title={markHidden(model.name)}>
            <ShownText text={model.name} />
          </span>
          {model.archivedAt === null ? null : <State icon={CircleSlash}>Archived</State>}
        </span>
      </Cell>
      <Cell title={addressOf(model)} label="Where">
        {providerNames[model.provider]}{" "}
        <span className="font-mono text-12 text-ink-3">
          <ShownText text={model.modelId} />
        </span>
      </Cell>
      <Cell numeric label="In / out">
        {priced ? `${formatDollars(inputPrice)} / ${formatDollars(outputPrice)}` : "-"}
      </Cell>
      <Cell numeric label="Spent this month" title={`You: ${priced ? formatDollars(spent.mine) : "-"}`}>
        {priced || spent.everybody > 0 ? formatDollars(spent.everybody) : "-"}
        {monthlyLimit === null ? null : (
          <span className={reached?.of === "everybody" ? "font-medium text-danger" : "text-ink-3"}>
            {" "}
            of {formatDollars(monthlyLimit)}
            {reached?.of === "everybody" ? ": reached" : ""}
          </span>
        )}
        {reached?.of === "person" ? (
          <span className="block font-medium text-danger">Your {formatDollars(reached.limit)}: reached</span>
        ) : null}
      </Cell>
      <Cell numeric label="Tested">
        {model.testedAt === null ? (
          "Never"
        ) : (
          <span className="inline-flex items-center gap-1">
            <TestResult lacks={model.testLacks} /> <RelativeTime at={model.testedAt} />
          </span>
        )}
      </Cell>
      <Cell corner>
        <ModelMenu model={model} edit={edit} />
      </Cell>
    </Row>
  );
}

/** What the last test showed: a model that answers without its tools did not simply pass. */
function TestResult({ lacks }: { lacks: Connection["testLacks"] }) {
  if (lacks.length === 0)
    return (
      <State icon={CircleCheck}>
        <span className="sr-only">Passed</span>
      </State>
    );
  if (lacks.includes("text"))
    return (
      <State icon={CircleX} tone="error">
        Failed
      </State>
    );
  return (
    <State icon={TriangleAlert} tone="warning">
      No {lacks.join(", ")}
    </State>
  );
}

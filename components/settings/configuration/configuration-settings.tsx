"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { RefreshCw, TriangleAlert } from "lucide-react";
import { agentPath } from "@/components/data/agent-paths";
import { configurationQuery } from "@/components/data/configuration-queries";
import { moduleKey } from "@/components/data/query-keys";
import { reviewKeys } from "@/components/data/review-queries";
import { settingsPath } from "@/components/data/settings-paths";
import { sourceKeys } from "@/components/data/source-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import { isDrift } from "@/lib/declared/declared-options";
import type { Configuration, DeclaredItem, DeclaredProblem } from "@/lib/declared/schema";
import { SettingsGroup } from "../settings-group";
import { ConfigurationFile } from "./configuration-file";
import { declaredWords } from "./declared-words";

const example = (workspace: string) => `# greenroom.yaml, in the data folder
workspace: ${workspace}
sources:
  - name: Team skills
    url: https://github.com/meridian/skills.git
    everyMinutes: 60
    needsToken: true  # given in the app
agents:
  - name: Support desk
    instructions: Answer in the words of our manuals.
    dialect: standard
    skills:
      - refunds       # its latest version
      - tone@stable   # what has this label
      - invoices@3    # this version
policy:
  approvals: 2
`;

/** Sources, agents, policy and limits that a configuration file keeps: what it names, and how far what is here has drifted from it. */
export function ConfigurationSettings() {
  const { slug } = useWorkspace();
  const { data } = useSuspenseQuery(configurationQuery(client.configuration, slug));
  return (
    <>
      {data.file !== null ? (
        <Configured file={data.file} configuration={data} />
      ) : data.unusable ? (
        <Unusable />
      ) : (
        <NotConfigured workspace={slug} />
      )}
      <ConfigurationFile />
    </>
  );
}

function NotConfigured({ workspace }: { workspace: string }) {
  return (
    <EmptyState
      title="No file keeps sources, agents, policy or limits of this workspace"
      example={<CodeBlock text={example(workspace)} label="the example configuration" wrap={false} />}
    >
      Sources, agents, the policy and the limits can stand in <code>greenroom.yaml</code>, beside the code
      that uses them. Each start applies the file, and <code>greenroom apply</code> does from elsewhere. What
      a file names is changed there alone; tokens and keys are given in the app.
    </EmptyState>
  );
}

/** To whoever does not mend it: it may as well be about other workspaces alone. */
function Unusable() {
  return (
    <Notice tone="warning" title="The server's configuration cannot be read at present" className="mb-4">
      Whether it keeps anything of this workspace shows once it can be. Its operators find the reason here.
    </Notice>
  );
}

function Configured({ file, configuration }: { file: string; configuration: Configuration }) {
  const { items, problems, looked } = configuration;
  return (
    <SettingsGroup
      title="Kept in a file"
      help={
        <>
          <span className="font-mono [overflow-wrap:anywhere]">
            <ShownText text={file} />
          </span>{" "}
          is applied at each start. What it names is changed there, and is read-only here.
        </>
      }
    >
      {looked ? (
        <>
          <Problems problems={problems} />
          <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <span role="status">{sayDrift(items, problems)}</span>
            <ApplyButton problems={problems.length} />
          </div>
          <Items items={items} />
        </>
      ) : (
        <p className="text-ink-2">
          Who may edit agents sees here what the file says and what differs from it.
        </p>
      )}
    </SettingsGroup>
  );
}

/** Of what could not be read nobody knows whether it is here. */
function sayDrift(items: readonly DeclaredItem[], problems: readonly DeclaredProblem[]): string {
  const drifted = items.filter(isDrift).length;
  if (drifted > 0) return `${formatCount(drifted, "thing differs", "things differ")} from the file.`;
  return problems.length > 0
    ? "What differs is told once the file is mended."
    : "Everything is as the file says.";
}

function Problems({ problems }: { problems: readonly DeclaredProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="error" title="The file cannot be applied; nothing of it was" className="mb-4">
      <ul className="grid gap-1">
        {problems.map(({ place, message }) => (
          <li key={`${place} ${message}`} className="[overflow-wrap:anywhere]">
            <span className="font-mono text-12">
              <ShownText text={place} />
            </span>{" "}
            <ShownText text={message} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function ApplyButton({ problems }: { problems: number }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const missingRight = useBlockedFor("agents.edit");
  const apply = useMutation({
    mutationFn: () =>
      unwrap(
        client.configuration.workspaces[":workspace"].configuration.reads.$post({ param: { workspace } }),
      ),
    onSuccess: ({ applied }) => {
      if (applied) toast.success("The file was applied");
      else toast.error("Nothing was applied: the file has problems.");
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: moduleKey("agents", workspace) }),
        cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) }),
        cache.invalidateQueries({ queryKey: sourceKeys.all(workspace) }),
      ]),
  });
  return (
    <Button
      icon={RefreshCw}
      className="ml-auto"
      pending={apply.isPending}
      missingRight={missingRight}
      blockedReason={problems > 0 ? "Mend the file first." : undefined}
      onClick={() => apply.mutate()}
    >
      Apply the file
    </Button>
  );
}

function Items({ items }: { items: readonly DeclaredItem[] }) {
  const { slug } = useWorkspace();
  if (items.length === 0) return null;
  return (
    <div className="relative overflow-x-auto">
      <Table caption="What the file names" stacked className="min-w-[560px] narrow:min-w-0">
        <thead>
          <tr>
            <HeaderCell width={200} className="narrow:w-[172px]!">
              Kept in the file
            </HeaderCell>
            <HeaderCell width={190} className="narrow:w-[136px]!">
              Here
            </HeaderCell>
            <HeaderCell>What applying it changes</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={`${item.kind} ${item.name}`}>
              <Cell className="whitespace-normal py-2 align-top [overflow-wrap:anywhere]">
                <Name workspace={slug} item={item} />
                {item.place === "" ? null : (
                  <span className="block font-mono text-12 text-ink-3">
                    <ShownText text={item.place} />
                  </span>
                )}
              </Cell>
              <Cell className="py-2 align-top">
                <Outcome outcome={item.outcome} />
              </Cell>
              <Cell
                className={classNames(
                  "whitespace-normal py-2 align-top [overflow-wrap:anywhere]",
                  item.summary === "" && item.needs === "" && "compact:hidden!",
                )}
              >
                {item.summary === "" && item.needs === "" ? <NoValue /> : <ShownText text={item.summary} />}
                {item.needs === "" ? null : (
                  <span className="flex items-start gap-1.5 text-warn">
                    <Icon of={TriangleAlert} size={14} className="mt-[3px]" />
                    {item.needs}
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** Where it is seen; what is not here yet is nowhere. */
function Name({ workspace, item: { kind, name, slug, outcome } }: { workspace: string; item: DeclaredItem }) {
  if (kind === "policy") return <TextLink href={settingsPath(workspace, "reviews")}>Policy</TextLink>;
  if (kind === "limits") return <TextLink href={settingsPath(workspace, "")}>Limits</TextLink>;
  const isSource = kind === "source";
  const shown = <ShownText text={name} />;
  return (
    <>
      {outcome === "created" ? (
        shown
      ) : (
        <TextLink href={isSource ? settingsPath(workspace, "sources") : agentPath(workspace, slug)}>
          {shown}
        </TextLink>
      )}
      {isSource ? <span className="text-ink-3"> source</span> : null}
    </>
  );
}

function Outcome({ outcome }: Pick<DeclaredItem, "outcome">) {
  const { icon, words, tone } = declaredWords[outcome];
  return (
    <State icon={icon} tone={tone}>
      {words}
    </State>
  );
}

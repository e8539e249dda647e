"use client";

import { Check } from "lucide-react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Icon } from "@/components/ui/icon";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { can, type Role, roles } from "@/lib/access/permissions";
import { acts } from "./role-acts";

/** Drawn from the very table that decides. */
export function RolesTable() {
  const { role: own } = useWorkspace();
  return (
    <section className="pb-6">
      <h2 className="mb-2">Who may do what</h2>
      <ScrollingRegion label="What each role may do">
        <Table caption="What each role may do" stacked className="min-w-[620px]">
          <thead>
            <tr>
              <HeaderCell>Act</HeaderCell>
              {roles.map((role) => (
                <HeaderCell key={role} width={96} className="text-center capitalize narrow:w-[84px]!">
                  {role}
                  {role === own ? <span className="font-medium text-ink normal-case"> (you)</span> : null}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {acts.map(({ permission, words }) => (
              <Row key={permission}>
                <Cell className="compact:text-ink">{words}</Cell>
                {roles.map((role) => (
                  <RoleCell key={role} role={role} isAllowed={can(role, permission)} />
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </ScrollingRegion>
    </section>
  );
}

/** In a stacked row the roles that may are named, and no others. */
function RoleCell({ role, isAllowed }: { role: Role; isAllowed: boolean }) {
  if (!isAllowed)
    return (
      <Cell className="text-center compact:hidden!">
        <NoValue label="No" />
      </Cell>
    );
  return (
    <Cell label={role} className="text-center compact:before:capitalize">
      <Icon of={Check} size={14} className="mx-auto inline-block text-ink-2" />
      <span className="sr-only">Yes</span>
    </Cell>
  );
}

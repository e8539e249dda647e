"use client";

import { Check } from "lucide-react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Icon } from "@/components/ui/icon";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { can, roles } from "@/lib/access/permissions";
import { acts } from "./role-acts";

/** Drawn from the very table that decides. */
export function RolesTable() {
  const { role: own } = useWorkspace();
  return (
    <section className="pb-6">
      <h2 className="mb-2">Who may do what</h2>
      <ScrollingRegion label="What each role may do">
        <Table caption="What each role may do" className="min-w-[620px]">
          <thead>
            <tr>
              <HeaderCell>Act</HeaderCell>
              {roles.map((role) => (
                <HeaderCell key={role} width={96} className="text-center capitalize">
                  {role}
                  {role === own ? <span className="font-medium text-ink normal-case"> (you)</span> : null}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {acts.map(({ permission, words }) => (
              <Row key={permission}>
                <Cell className="compact:whitespace-normal compact:py-1.5">{words}</Cell>
                {roles.map((role) => (
                  <Cell key={role} className="text-center">
                    {can(role, permission) ? <Allowed /> : <NoValue label="No" />}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </ScrollingRegion>
    </section>
  );
}

function Allowed() {
  return (
    <>
      <Icon of={Check} size={14} className="mx-auto text-ink-2" />
      <span className="sr-only">Yes</span>
    </>
  );
}

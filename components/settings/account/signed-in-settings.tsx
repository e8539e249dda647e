"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { signedInQuery } from "@/components/data/settings-queries";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { formatCount } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { SignedInSession } from "@/lib/auth/sign-in-schema";

/** Every browser and program that is signed in as oneself, and the way to end each. */
export function SignedInSettings() {
  const { data } = useSuspenseQuery(signedInQuery(client.person));
  const [isOpen, setOpen] = useState(false);
  const cache = useQueryClient();
  const others = data.items.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <div className="grid justify-items-start gap-3">
      <div className="relative w-full overflow-x-auto">
        <Table
          caption="Where you are signed in, the last used first"
          stacked
          className="min-w-[520px] narrow:min-w-[440px]"
        >
          <thead>
            <tr>
              <HeaderCell>Device</HeaderCell>
              <HeaderCell width={130} className="narrow:w-[112px]!">
                IP address
              </HeaderCell>
              <HeaderCell width={86} numeric>
                Signed in
              </HeaderCell>
              <HeaderCell width={86} numeric>
                Last active
              </HeaderCell>
              <HeaderCell width={48} spoken="Actions" />
            </tr>
          </thead>
          <tbody>
            {data.items.map((item) => (
              <SessionRow key={item.id} item={item} />
            ))}
          </tbody>
        </Table>
      </div>
      {others === 0 ? (
        <p className="text-12 text-ink-3">You are signed in nowhere else.</p>
      ) : (
        <Button icon={LogOut} onClick={() => setOpen(true)}>
          Sign out everywhere else
        </Button>
      )}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Sign out everywhere else?"
        description={`${formatCount(others, "other sign-in")} will end, and every device asks for the second step again. Here you stay signed in.`}
        confirmLabel="Sign out there"
        danger
        onConfirm={async () => {
          const { revoked } = await unwrap(client.person.sessions.$delete());
          await cache.invalidateQueries({ queryKey: signedInQuery(client.person).queryKey });
          toast.success(`${formatCount(revoked, "sign-in")} ended`);
        }}
      />
    </div>
  );
}

function SessionRow({ item }: { item: SignedInSession }) {
  const { device, address, createdAt, lastActiveAt, isCurrent } = item;
  return (
    <Row>
      <Cell className="font-medium text-ink" title={device}>
        {device} {isCurrent ? <Chip>This one</Chip> : null}
      </Cell>
      <Cell title={address ?? undefined} label="IP address">
        {address ? (
          <span className="font-mono text-12">
            <ShownText text={address} />
          </span>
        ) : (
          <NoValue label="Not known" />
        )}
      </Cell>
      <Cell numeric label="Signed in">
        <RelativeTime at={createdAt} />
      </Cell>
      <Cell numeric label="Last active">
        <RelativeTime at={lastActiveAt} />
      </Cell>
      <Cell corner>{isCurrent ? null : <SignOutButton item={item} />}</Cell>
    </Row>
  );
}

function SignOutButton({ item }: { item: SignedInSession }) {
  const cache = useQueryClient();
  return (
    <ConfirmIconButton
      icon={LogOut}
      label={`Sign out ${item.device}`}
      title={`Sign out ${item.device}?`}
      description="Its next request is refused. What it has saved stays; what is typed there and not saved stays in that browser."
      confirmLabel="Sign out"
      onConfirm={async () => {
        await unwrap(client.person.sessions[":session"].$delete({ param: { session: item.id } }));
        await cache.invalidateQueries({ queryKey: signedInQuery(client.person).queryKey });
      }}
    />
  );
}

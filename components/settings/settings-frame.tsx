"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { can } from "@/lib/auth/permissions";

/** The frame of all settings: a line of pages, then the page. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { slug, role } = useWorkspace();
  const { user } = useSession();
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  // Where not all of them fit, the one that is open is in sight.
  useEffect(() => {
    const open = nav.current?.querySelector(`a[href="${pathname}"]`);
    open?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  const base = `/w/${slug}/settings`;
  const pages = [
    { href: base, label: "General" },
    { href: `${base}/members`, label: "Members" },
    { href: `${base}/reviews`, label: "Reviews" },
    { href: `${base}/models`, label: "Models" },
    { href: `${base}/directories`, label: "Directories" },
    { href: `${base}/keys`, label: "Keys" },
    { href: `${base}/rules`, label: "Rules" },
    { href: `${base}/account`, label: "Your account" },
    ...(can(role, "audit.read") ? [{ href: `${base}/audit`, label: "Audit" }] : []),
    ...(can(role, "caches.manage") ? [{ href: `${base}/caches`, label: "Caches" }] : []),
    ...(user.isOperator ? [{ href: `${base}/workspaces`, label: "Workspaces" }] : []),
  ];
  return (
    <Page top={<TopLine title="Settings" />}>
      <nav
        ref={nav}
        aria-label="Settings"
        className="flex h-10 flex-none items-stretch gap-4 overflow-x-auto border-line border-b px-4"
      >
        {pages.map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            aria-current={pathname === href ? "page" : undefined}
            className="relative inline-flex flex-none items-center -outline-offset-2 text-ink-3 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:after:bg-accent-text"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="min-h-0 flex-1 overflow-auto compact:overflow-visible">
        <div className="max-w-[960px] px-4 pb-10">{children}</div>
      </div>
    </Page>
  );
}

"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { settingsPages } from "@/components/data/settings-paths";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";

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
  const pages = settingsPages(slug, { role, isOperator: user.isOperator });
  return (
    <Page top={<TopLine title="Settings" />}>
      <nav
        ref={nav}
        aria-label="Settings"
        className="flex h-10 flex-none items-stretch gap-4 overflow-x-auto border-line border-b px-4"
      >
        {pages.map(({ path, label }) => (
          <Link
            key={path}
            href={path}
            aria-current={pathname === path ? "page" : undefined}
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

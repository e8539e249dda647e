"use client";

import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { roomPath } from "@/components/data/workspace-paths";
import { preloadOverlays } from "@/components/ui/preload-overlays";
import { Arrival } from "./arrival";
import { useWorkspace } from "./current-workspace";
import { KeyList } from "./key-list";
import { useShortcut } from "./keyboard";
import { LiveChanges } from "./live-changes";
import { isWorkbench, rooms } from "./navigation";
import { Rail } from "./rail";
import { WhoIsHere } from "./who-is-here";

const Palette = dynamic(() => import("./palette/palette").then((module) => module.Palette), { ssr: false });

/** Holds the rail, the palette and the page. In `compact` the rail becomes a line on top and the document scrolls. */
export function AppShell({ children }: { children: ReactNode }) {
  const slim = isWorkbench(usePathname());
  const [paletteOpen, setPaletteOpen] = useState(false);
  useEffect(preloadOverlays, []);
  useShortcut("mod+k", "Search and commands", () => setPaletteOpen((open) => !open));
  return (
    <>
      <div
        data-slim={slim || undefined}
        className="group/shell grid h-dvh grid-cols-[var(--w-rail)_minmax(0,1fr)] data-slim:grid-cols-[var(--w-rail-slim)_minmax(0,1fr)] narrow:grid-cols-[var(--w-rail-slim)_minmax(0,1fr)] compact:block compact:h-auto"
      >
        <Rail slim={slim} onSearch={() => setPaletteOpen(true)} />
        <div className="min-h-0 min-w-0">{children}</div>
      </div>
      <LiveChanges />
      <WhoIsHere />
      <Arrival />
      <RoomKeys />
      <KeyList />
      {paletteOpen ? <Palette onClose={() => setPaletteOpen(false)} /> : null}
    </>
  );
}

/** Binds "g s" and the other ways into the rooms. */
function RoomKeys() {
  return rooms.map((room) => <RoomKey key={room.path} {...room} />);
}

function RoomKey({ path, label, go }: (typeof rooms)[number]) {
  const router = useRouter();
  const { slug } = useWorkspace();
  useShortcut(`g ${go}`, `Go to ${label}`, () => router.push(roomPath(slug, path)));
  return null;
}

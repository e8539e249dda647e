"use client";

import dynamic from "next/dynamic";

/** The mirrors, loaded after the page: they stand below what most people come for. */
export const LaterMirrors = dynamic(() => import("./mirrors").then((module) => module.Mirrors), {
  ssr: false,
  loading: () => <div className="min-h-bar border-line border-b" />,
});

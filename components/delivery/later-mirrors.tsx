"use client";

import dynamic from "next/dynamic";
import { SectionOpening } from "@/components/ui/section-head";

/** The mirrors, loaded after the page: they stand below what most people come for. */
export const LaterMirrors = dynamic(() => import("./mirrors").then((module) => module.Mirrors), {
  ssr: false,
  loading: SectionOpening,
});

import "server-only";
import { subscribe } from "@/lib/db/bus";
import { minuteMs } from "@/lib/kernel/durations";
import { env } from "@/lib/platform/env";
import type { HostLoad } from "@/lib/runtime/host-load";
import type { MeaningVector } from "@/lib/runtime/likeness";
import type { ActivationText, CatalogueText } from "@/lib/runtime/ports";
import type { ReadSkill } from "@/lib/runtime/read-skill";
import type { SearchTerms } from "@/lib/runtime/search-terms";
import type { SkillNeeds } from "@/lib/skills/skill-needs";
import type { PackageDescription } from "../describe-package";
import { CountedCache } from "./counted-cache";

const MiB = 1024 * 1024;
/** Of the whole, in parts; with the usual size each part is a mebibyte. */
const parts = {
  skills: 32,
  activations: 16,
  catalogues: 8,
  loads: 16,
  searchTerms: 24,
  descriptions: 24,
  needs: 8,
  vectors: 16,
};
const allParts = Object.values(parts).reduce((sum, part) => sum + part, 0);

/**
 * What was made of packages, by digest: parsed instructions with their file lists, texts of activations and
 * catalogues, what hosts load of them, counted words, what is found and said of them, what
 * they need and what they mean. A digest names its bytes, so nothing here can be out of date; whoever asks has read the digest in scope.
 */
export type PackageCaches = {
  skills: CountedCache<ReadSkill>;
  activations: CountedCache<ActivationText>;
  catalogues: CountedCache<CatalogueText>;
  loads: CountedCache<HostLoad>;
  searchTerms: CountedCache<SearchTerms>;
  descriptions: CountedCache<PackageDescription>;
  needs: CountedCache<SkillNeeds>;
  vectors: CountedCache<MeaningVector>;
};

declare global {
  var greenroomPackageCaches: PackageCaches | undefined;
}

/** Of this process. Pages and routes are separate bundles of it: they share the caches through the global object. */
export function packageCaches(): PackageCaches {
  globalThis.greenroomPackageCaches ??= openCaches();
  return globalThis.greenroomPackageCaches;
}

function openCaches(): PackageCaches {
  const { mebibytes, minutes } = env().cache;
  const of = (part: keyof typeof parts) => ({
    bytes: Math.floor((mebibytes * MiB * parts[part]) / allParts),
    ttlMs: minutes * minuteMs,
  });
  const caches: PackageCaches = {
    skills: new CountedCache(of("skills")),
    activations: new CountedCache(of("activations")),
    catalogues: new CountedCache(of("catalogues")),
    loads: new CountedCache(of("loads")),
    searchTerms: new CountedCache(of("searchTerms")),
    descriptions: new CountedCache(of("descriptions")),
    needs: new CountedCache(of("needs")),
    vectors: new CountedCache(of("vectors")),
  };
  subscribe("clear-caches", () => clearPackageCaches());
  return caches;
}

/** Those of this process. */
export function clearPackageCaches(): void {
  for (const cache of Object.values(packageCaches())) cache.clear();
}

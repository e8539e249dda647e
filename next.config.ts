import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are a gate of `npm test`; a start on somebody's machine need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // It looks for native parts of itself where it lies, and does without them.
  serverExternalPackages: ["ssh2"],
};

export default config;

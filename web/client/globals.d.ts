/** The words that the build writes into the script of `<qin-board>`: language → key → text. */
declare const __WORDS__: Record<string, Record<string, string>>;

/** What a page that demands trusted types asks before HTML is written. */
declare var trustedTypes:
  | { createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): unknown } }
  | undefined;

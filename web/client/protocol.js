// Generated from web/engine/protocol.py by `python -m web.build.protocol`; do not edit.
export const DATABASE = "qin";
export const DATABASE_VERSION = 1;
export const GAME_PREFIX = "qin.game.";
export const QUARANTINE_PREFIX = "qin.damaged.";
export const SITE_PREFIX = "qin.";
export const CURRENT_SUFFIX = ".current";
export const PREFERENCES_KEY = "qin.preferences";
export const RESULTS_KEY = "qin.results";
export const LESSONS_KEY = "qin.learnt";
export const PRACTICE_KEY = "qin.practice";
export const DRAFT_KEY = "qin.editor";
export const MAPS_KEY = "qin.maps";
export const MAX_STORED = 1000000;
export const MAX_FILE = 64000000;
export const FIRST_PUZZLE_DAY = "2026-11-01";
export const FRAME_PROTOCOL = 3;
export const MERGE_RULES = {
  "qin.learnt": "union",
  "qin.results": "union",
  "qin.practice": "furthest",
  "qin.maps": "names"
};

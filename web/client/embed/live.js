// The client for embedded boards, loaded by the first board that starts. An event passes it on without a global.
import { Client } from "../client.js";
import { setPolicy } from "../dom/patch.js";

// The listener may be a script of an older version.
document.currentScript?.dispatchEvent(new CustomEvent("qin-live", { detail: { Client, trust: setPolicy } }));

// The client for embedded boards, loaded by the first board that starts. An event hands it over, so that no global is
// needed.
import { Client } from "../client.js";
import { setPolicy } from "../dom/patch.js";

// These names are a contract: the listener may be a script of an older version.
document.currentScript?.dispatchEvent(new CustomEvent("qin-live", { detail: { Client, trust: setPolicy } }));

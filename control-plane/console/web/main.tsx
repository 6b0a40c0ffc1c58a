// The page's entry: styles, and the app into its place.
import { render } from "preact";
import { App } from "./app/app.tsx";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/print.css";

const place = document.getElementById("app");
if (place === null) throw new Error("index.html has no place for the app.");
render(<App />, place);

/** Code samples for verifying a signature, with the client or the libraries of Standard Webhooks. */
export const verificationSamples = [
  {
    language: "Node",
    code: `// npm install express @timeaway/client
import { env } from "node:process";
import { unwrapWebhook, WebhookVerificationError } from "@timeaway/client";
import express from "express";

const secret = env.TIMEAWAY_WEBHOOK_SECRET;
const app = express();

// The exact bytes are signed: read the body raw. unwrapWebhook verifies it before it parses it.
app.post("/leave", express.raw({ type: "application/json" }), async (request, response) => {
  try {
    const event = await unwrapWebhook(request.body, request.headers, secret);
    console.log(event.type, event.data);
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.sendStatus(401);
  }
});

app.listen(8080);`,
  },
  {
    language: "Python",
    code: `# pip install flask standardwebhooks
import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["TIMEAWAY_WEBHOOK_SECRET"])
app = Flask(__name__)

@app.post("/leave")
def leave():
    try:
        # The exact bytes are signed: verify before anything parses them.
        event = webhook.verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    print(event["type"], event["data"])
    return "", 204`,
  },
  {
    language: "Go",
    code: `// go get github.com/standard-webhooks/standard-webhooks/libraries
package main

import (
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("TIMEAWAY_WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/leave", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		// The exact bytes are signed: verify before anything parses them.
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		log.Println(string(body))
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}`,
  },
] as const;

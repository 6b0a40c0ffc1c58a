{{/* Names and labels; a release that is named after the chart is not named twice. */}}
{{- define "clipmill.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "clipmill.selector" -}}
app.kubernetes.io/name: clipmill
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "clipmill.labels" -}}
{{ include "clipmill.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* Called with a dict of image and root. */}}
{{- define "clipmill.image" -}}
{{- if .image.digest }}{{ .image.repository }}@{{ .image.digest }}{{ else }}{{ .image.repository }}:{{ .image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "clipmill.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "clipmill.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The keys of the storage; called with the root. */}}
{{- define "clipmill.storageKeys" -}}
{{- if .Values.storage.keysInSecret }}
- name: CLIPMILL_S3_ACCESS_KEY_ID
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: s3-access-key-id } }
- name: CLIPMILL_S3_SECRET_ACCESS_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: s3-secret-access-key } }
{{- end }}
{{- end }}

{{/* Settings that are secrets; called with a dict of settings and root. */}}
{{- define "clipmill.secretSettings" -}}
{{- range $name, $key := .settings }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $.root.Values.existingSecret }}, key: {{ $key }} } }
{{- end }}
{{- end }}

{{/* Settings that are no secrets, for all pods; called with the root. */}}
{{- define "clipmill.commonSettings" -}}
CLIPMILL_STORAGE: {{ required "storage.url must be set: s3://BUCKET[/PREFIX]" .Values.storage.url | quote }}
{{- with .Values.storage.endpoint }}
CLIPMILL_S3_ENDPOINT: {{ . | quote }}
{{- end }}
{{- with .Values.storage.publicEndpoint }}
CLIPMILL_S3_PUBLIC_ENDPOINT: {{ . | quote }}
{{- end }}
CLIPMILL_S3_REGION: {{ .Values.storage.region | quote }}
{{- end }}

{{/* What the chart's own values say to control planes; called with the root. */}}
{{- define "clipmill.controlPlaneSettings" -}}
{{ include "clipmill.commonSettings" . }}
CLIPMILL_METRICS_PORT: "9090"
{{- with .Values.controlPlane.publicUrl }}
CLIPMILL_PUBLIC_URL: {{ . | quote }}
{{- end }}
{{- with .Values.controlPlane.trustedProxies }}
CLIPMILL_TRUSTED_PROXIES: {{ . | quote }}
{{- end }}
{{- if .Values.controlPlane.tlsSecret }}
CLIPMILL_TLS_CERT_FILE: /etc/clipmill/tls/tls.crt
CLIPMILL_TLS_KEY_FILE: /etc/clipmill/tls/tls.key
{{- end }}
{{- end }}

{{/* Of a ConfigMap, each name once; called with a list of dicts, of which a later one counts before an earlier one. Not by
     merge, which takes a 0 and an empty text for missing. What is no text is written as JSON first: quote makes 1e+06 of a
     million. */}}
{{- define "clipmill.settings" -}}
{{- $all := dict }}
{{- range $settings := . }}
{{- range $name, $value := $settings }}
{{- $_ := set $all $name $value }}
{{- end }}
{{- end }}
{{- range $name, $value := $all }}
{{ $name }}: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}
{{- end }}
{{- end }}

{{/* Ports as rules of a NetworkPolicy; called with a list of numbers. */}}
{{- define "clipmill.ports" -}}
{{- range . }}
- { protocol: TCP, port: {{ . }} }
{{- end }}
{{- end }}

# Records what the rake task prints: boots an application with a route file, and runs the task.
#
#     ruby record.rb shop.rb [FOLDER OF RAILS' SOURCES] > recorded.json
#     ruby record.rb CASES.jsonl.gz:ID [FOLDER OF RAILS' SOURCES] > recorded.json
#
# Of a conformance case the route file is written as Ruby first. Without a folder the Rails that is installed is taken.
require "json"
require "zlib"
require "tmpdir"
require "fileutils"

given, sources = ARGV
cases, id = given.split(":", 2)
%w[activesupport actionview actionpack railties].each { |gem| $LOAD_PATH.unshift("#{sources}/#{gem}/lib") } if sources

# A tree as Ruby: one call a line, each block inside the call that has it.
class Printer
  MAPS = %w[constraints defaults resources_path_names].freeze

  def initialize = @callables = []

  attr_reader :callables

  def value(given)
    case given
    when Array then "[#{given.map { |each| value(each) }.join(", ")}]"
    when Hash
      return given["sym"].to_sym.inspect if given.key?("sym")
      return Regexp.new(given["re"], given["flags"].to_s.include?("i") ? Regexp::IGNORECASE : 0).inspect if given.key?("re")
      return redirect(given) if given.key?("redirect")
      return callable(given["fn"]) if given.key?("fn")
      "{ #{pairs(given)} }"
    else given.inspect
    end
  end

  def redirect(given)
    target = given["redirect"]
    status = given["status"] ? ", status: #{given["status"]}" : ""
    target.is_a?(Hash) ? "redirect(#{pairs(target)}#{status})" : "redirect(#{target.inspect}#{status})"
  end

  def callable(name)
    constant = "Fn#{name.gsub(/\W/, "_").split("_").map(&:capitalize).join}"
    @callables |= [constant]
    constant
  end

  def symbols(given) = given.is_a?(Array) ? "[#{given.map { |each| symbols(each) }.join(", ")}]" : given.to_sym.inspect

  def pairs(map)
    map.map do |key, each|
      name = key.to_s.match?(/\A[a-z_]\w*\z/i) ? "#{key}: " : "#{key.inspect} => "
      "#{name}#{%w[on via].include?(key) ? symbols(each) : value(each)}"
    end.join(", ")
  end

  def calls(nodes, depth = 1) = nodes.map { |node| call(node, depth) }.join

  def call(node, depth)
    indent = "  " * depth
    method, args, opts = node["call"], (node["args"] || []), (node["opts"] || {})
    return calls(node["block"] || [], depth) if method == "draw"
    if method == "match_map"
      target = args.empty? ? "to: #{value(node["to"])}" : "#{args[0].inspect} => #{value(node["to"])}"
      return "#{indent}#{node["verb"] || "match"} #{[target, pairs(opts)].reject(&:empty?).join(", ")}\n"
    end
    return "" if method == "resolve" || method == "direct"
    given = args.map { |each| MAPS.include?(method) && each.is_a?(Hash) && !each.key?("fn") ? pairs(each) : value(each) }
    given << pairs(opts) unless opts.empty?
    text = "#{indent}#{method}(#{given.join(", ")})"
    node["block"] ? "#{text} do\n#{calls(node["block"], depth + 1)}#{indent}end\n" : "#{text}\n"
  end
end

if id
  found = Zlib::GzipReader.open(cases).each_line.lazy.map { |line| JSON.parse(line) }.find { |each| each["id"] == id }
  printer = Printer.new
  body = printer.calls(found.fetch("tree"))
  apps = printer.callables.map { |name| "#{name} = Class.new { def call(*) = true; def matches?(*) = true }.new\n" }.join
  routes = "#{apps}Rails.application.routes.draw do\n#{body}end\n"
else
  found = {}
  routes = File.read(cases)
end
root = File.realpath(Dir.mktmpdir("turnout"))
at_exit { FileUtils.rm_rf(root) }
FileUtils.mkdir_p("#{root}/config")
File.write("#{root}/config/routes.rb", routes)

require "logger"
require "rails"
require "action_dispatch/railtie"
require "rake"
$VERBOSE = nil # the route file is loaded twice
application = Class.new(Rails::Application) do
  config.root = root
  config.eager_load = false
  config.logger = Logger.new(nil)
  config.secret_key_base = "none"
  config.api_only = found["api_only"] == true
end
Object.const_set(:Recorded, application)
application.initialize!
Rails.application.routes.resources_path_names.merge!(found["path_names"].transform_keys(&:to_sym)) && Rails.application.reload_routes! if found["path_names"]
task(:environment)
load File.expand_path("../turnout.rake", __dir__)
Rake::Task["turnout:routes"].invoke(ENV.fetch("OUT", "-"))
